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

/** Ids that schemas give themselves in `.meta({ id })`. */
const schemaIds = (files: readonly SourceFile[]): Set<string> =>
  new Set(files.flatMap(({ text }) => [...text.matchAll(/\bid: '([A-Z]\w+)'/g)].map(([, id = '']) => id)));

/** Names of schemas that are written a second time as an interface or a type. */
export function shapesWrittenTwice(files: readonly SourceFile[]): string[] {
  const ids = schemaIds(files);
  return files.flatMap(({ ast }) =>
    ast.statements.flatMap((statement) => {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      return isType && ids.has(statement.name.text) ? [statement.name.text] : [];
    }),
  );
}
