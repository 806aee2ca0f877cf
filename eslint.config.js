// What Biome does not see: promises that nobody waits for, and switches that forget a case. Everything else is Biome's.
import tseslint from 'typescript-eslint';

export default tseslint.config({
  files: ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'],
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  languageOptions: { parser: tseslint.parser, parserOptions: { project: './tsconfig.json' } },
  plugins: { '@typescript-eslint': tseslint.plugin },
  rules: {
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
});
