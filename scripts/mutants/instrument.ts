/**
 * Adds mutants to a source file. Each has a condition that is evaluated at run time, so that one
 * transformation and one import serve all.
 */
import ts from 'typescript';
import { type Replacement, replacementsInPlace, replacementsOf } from './operators.js';

/** One break in one place. */
export interface Mutant extends Replacement {
  /** Number from 1, in the order of the file. */
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** Replaced source, on one line. */
  readonly original: string;
}

/** A candidate for a mutant with its syntax node. */
interface Place {
  readonly node: ts.Node;
  readonly replacement: Replacement;
}

const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** All mutants of a file; ids start at `firstId`. */
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

/** The file with the chosen mutants; `all` are all of its mutants. */
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

/** Places in the order of the source. */
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
        ? // Braces keep a following `else` from binding to it.
          `{ if (!__mutants.is(${id})) { ${text} } }`
        : `(__mutants.is(${id}) ? (${other}) : (${text}))`;
  // Outermost, so that the loop still counts when its body is left out.
  if (!ts.isSourceFile(node) && ts.isIterationStatement(node.parent, false) && node.parent.statement === node)
    text = `{ __mutants.tick(); ${text} }`;
  return text;
}
