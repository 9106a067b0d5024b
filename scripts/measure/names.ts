/** Exported names of a package by entry, and shapes with both a schema and a handwritten type. */
import ts from 'typescript';
import { entries, programOf } from '../entries.mjs';
import type { SourceFile } from './files.js';

/** Number of names that each public entry of a package exports. */
export function exportedNames(packageName: string): Record<string, number> {
  const wanted = entries().filter(({ name }) => name === packageName || name.startsWith(`${packageName}/`));
  const program = programOf(wanted.map(({ file }) => file));
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    wanted.map(({ name, file }) => {
      const source = program.getSourceFile(file);
      const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
      return [name, module === undefined ? 0 : checker.getExportsOfModule(module).length];
    }),
  );
}

/** Names of the interfaces and types that a file declares. */
const declaredIn = ({ ast }: SourceFile): string[] =>
  ast.statements.flatMap((it) =>
    ts.isInterfaceDeclaration(it) || ts.isTypeAliasDeclaration(it) ? [it.name.text] : [],
  );

const packageOf = ({ path }: SourceFile): string => path.split('/src/')[0] ?? path;

/** Types generated from a schema that the same package also declares by hand. */
export function shapesWrittenTwice(
  source: readonly SourceFile[],
  generated: readonly SourceFile[],
): string[] {
  const named = (file: SourceFile) => declaredIn(file).map((name) => `${packageOf(file)} ${name}`);
  const shapes = new Set(generated.flatMap(named));
  return source.flatMap(named).filter((it) => shapes.has(it));
}
