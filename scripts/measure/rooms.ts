/** Rooms and arrows: files and folders directly inside a folder, and imports between them. */
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import type { SourceFile } from './files.js';

const importsOf = ({ path, ast }: SourceFile): string[] =>
  ast.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return [];
    return [join(dirname(path), from.text).replace(/\.js$/, '.ts')];
  });

/** Name of the room that a file is in, seen from `folder`; null for a file outside. */
function roomOf(folder: string, path: string): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  return path.slice(folder.length + 1).split('/')[0] ?? null;
}

/** Rooms of a folder, and the pairs of rooms between which an import runs. */
export function roomsOf(folder: string, files: readonly SourceFile[]): { rooms: number; arrows: number } {
  const rooms = new Set<string>();
  const arrows = new Set<string>();
  for (const file of files) {
    const from = roomOf(folder, file.path);
    if (from === null) continue;
    rooms.add(from);
    for (const target of importsOf(file)) {
      const to = roomOf(folder, target);
      if (to !== null && to !== from) arrows.add(`${from} → ${to}`);
    }
  }
  return { rooms: rooms.size, arrows: arrows.size };
}
