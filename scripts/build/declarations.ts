// The types of the library, beside its bundle: what TypeScript says of two files, which name each other and nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const LIBRARY = 'src/mounts/library/library.ts';
const TYPES = 'src/contract/generated/types.ts';

function declared(root: string, path: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(join(root, path), 'utf8'), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, declaration: true, stripInternal: true },
  });
  if (diagnostics.length > 0)
    throw new Error(
      ts.formatDiagnostics(diagnostics, { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' }),
    );
  return outputText;
}

export function writeDeclarations(root: string, folder: string): void {
  const library = declared(root, LIBRARY).replaceAll("'../../contract/generated/types.ts'", "'./types.js'");
  const elsewhere = /from '(?!\.\/types\.js')[^']*'/.exec(library);
  if (elsewhere) throw new Error(`the declarations of the library name more than its types: ${elsewhere[0]}`);
  writeFileSync(join(folder, 'library.d.ts'), library);
  writeFileSync(join(folder, 'types.d.ts'), declared(root, TYPES));
}
