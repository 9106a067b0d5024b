/** The position of a finding in a file, and the lines around it. */
import { type Node, findNodeAtLocation, parseTree } from 'jsonc-parser';
import { printable } from '@org/approval-internal/visible';
import type { FoundDefinition } from './definitions.js';

export interface Position {
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1, in characters as editors count them. */
  readonly column: number;
}

/** The offset of an issue: of its path, or of the nearest existing part around it. */
export function offsetOf(
  { tree, text }: Pick<FoundDefinition, 'tree' | 'text'>,
  path: string,
  nodeId: string | undefined,
): number {
  if (tree === null) return offsetInModule(text, nodeId);
  const segments = segmentsOf(path);
  for (let length = segments.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, segments.slice(0, length));
    if (node !== undefined) return keyOf(node).offset;
  }
  return tree.offset;
}

/** Finds the offsets of issues in one JSON text, which is parsed once. */
export function offsetsIn(text: string): (path: string) => number {
  const tree = parseTree(text) ?? null;
  return (path) => offsetOf({ tree, text }, path, undefined);
}

/** The name of a member locates it better than the start of its value. */
const keyOf = (node: Node): Node =>
  node.parent?.type === 'property' ? (node.parent.children?.[0] ?? node) : node;

/** `nodes[3].config.urlPath` as `nodes`, 3, `config`, `urlPath`. */
export function segmentsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

/** Modules build definitions in any way; most write the id of a node as a string literal. */
function offsetInModule(text: string, nodeId: string | undefined): number {
  const quotes = nodeId === undefined ? [] : [`'${nodeId}'`, `"${nodeId}"`, `\`${nodeId}\``];
  const found = quotes.map((it) => text.indexOf(it)).filter((it) => it !== -1);
  const first = found.length > 0 ? Math.min(...found) : text.search(/\bnodes\s*:/);
  return Math.max(0, first);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

const AROUND = 2;
const WIDEST = 120;

/** The line, the two lines around it, and a mark under the column. */
export function codeFrame(text: string, { line, column }: Position): string {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  // Cuts a long line to the part around the column.
  const from = column <= WIDEST ? 0 : column - 1 - WIDEST / 2;
  const shown: string[] = [];
  for (let at = first; at <= last; at++) {
    const source = (lines[at - 1] ?? '').replaceAll('\t', ' ').slice(from, from + WIDEST);
    const cut = from > 0 && source !== '' ? '…' : '';
    shown.push(
      `${at === line ? '>' : ' '} ${String(at).padStart(width)} | ${cut}${printable(source)}`.trimEnd(),
    );
    if (at === line)
      shown.push(`  ${' '.repeat(width)} | ${' '.repeat(cut.length + Math.max(0, column - 1 - from))}^`);
  }
  return shown.join('\n');
}
