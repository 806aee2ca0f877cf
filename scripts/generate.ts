// npm run generate: everything in the repository that is written by a program. CI runs it and fails when a file changes.
await import('./generate-types.ts');
await import('./generate-schemas.ts');
await import('./generate-architecture.ts');
await import('./generate-docs.ts');
await import('./generate-rule-docs.ts');
await import('./generate-error-docs.ts');
await import('./generate-operating-docs.ts');
