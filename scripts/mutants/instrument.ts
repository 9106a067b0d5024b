/**
 * A source file with mutants in it: each is behind a question that is answered at run time, so that one transformation and
 * one import serve them all.
 */
import ts from 'typescript';
import { type Replacement, replacementsInPlace, replacementsOf } from './operators.js';

/** One thing that is broken in one place. */
export interface Mutant extends Replacement {
  /** From 1, in the order of the file. */
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** What is replaced, on one line. */
  readonly original: string;
}

/** A mutant before it is known which of them are tried; `node` is where it stands. */
interface Place {
  readonly node: ts.Node;
  readonly replacement: Replacement;
}

const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** All mutants of a file; ids go on from `firstId`. */
export function mutantsOf(file: string, text: string, firstId = 1): Mutant[] {
  const source = parse(file, text);
  return placesOf(source).map(({ node, replacement }, index) => ({
    ...replacement,
    id: firstId + index,
    file,
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    original: node.getText(source).replace(/\s+/g, ' ').slice(0, 90),
  }));
}

/** The file with those of its mutants in it that are chosen; `all` are all of its mutants. */
export function instrumented(
  file: string,
  text: string,
  all: readonly Mutant[],
  isChosen: (mutant: Mutant) => boolean,
): string {
  const source = parse(file, text);
  const chosen = new Map<ts.Node, Mutant[]>();
  placesOf(source).forEach(({ node }, index) => {
    const mutant = all[index];
    if (mutant && isChosen(mutant)) chosen.set(node, [...(chosen.get(node) ?? []), mutant]);
  });
  return write(source, source, chosen);
}

/** In the order of the text. */
function placesOf(source: ts.SourceFile): Place[] {
  const places: Place[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isEnumDeclaration(node)) return;
    const found = replacementsOf(node, source);
    if (ts.isExpression(node)) found.push(...replacementsInPlace(node));
    for (const replacement of found) places.push({ node, replacement });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

function write(node: ts.Node, source: ts.SourceFile, chosen: ReadonlyMap<ts.Node, Mutant[]>): string {
  let text = '';
  let at = node.getStart(source);
  ts.forEachChild(node, (child) => {
    const start = child.getStart(source);
    text += source.text.slice(at, start) + write(child, source, chosen);
    at = child.end;
  });
  text += source.text.slice(at, node.end);
  for (const { id, text: other } of chosen.get(node) ?? [])
    text =
      other === null
        ? // In braces, or an `else` behind it would be its own.
          `{ if (!__mutants.is(${id})) { ${text} } }`
        : `(__mutants.is(${id}) ? (${other}) : (${text}))`;
  // Outermost: where the body itself is left out, somebody must still count.
  if (!ts.isSourceFile(node) && ts.isIterationStatement(node.parent, false) && node.parent.statement === node)
    text = `{ __mutants.tick(); ${text} }`;
  return text;
}
