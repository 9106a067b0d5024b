/** Types and their documentation comments, as the compiler reads them from the sources of the public entries. */
import ts from 'typescript';
import { entries, programOf } from '../entries.mjs';

const ENTRIES = entries();
const program = programOf(ENTRIES.map((it) => it.file));
const checker = program.getTypeChecker();

export const publicEntries = (): string[] => ENTRIES.map((it) => it.name);

/** What an entry exports, followed to where it is declared. */
export function exportsOf(entry: string): ts.Symbol[] {
  const file = ENTRIES.find((it) => it.name === entry)?.file;
  const source = file === undefined ? undefined : program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`there is no entry ${entry}`);
  return checker
    .getExportsOfModule(module)
    .map((it) => ((it.flags & ts.SymbolFlags.Alias) === 0 ? it : checker.getAliasedSymbol(it)));
}

/** What an entry exports under the name of its declaration. */
export function exported(entry: string, name: string): ts.Symbol {
  const found = exportsOf(entry).find((it) => it.name === name);
  if (found === undefined) throw new Error(`${entry} exports no ${name}`);
  return found;
}

export const isType = (symbol: ts.Symbol): boolean =>
  (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0;

export const docOf = (symbol: ts.Symbol): string =>
  ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    // `{@link createPermits}` is a name for readers of a page.
    .replaceAll(/\{@link (\S+?)\}/g, '`$1`')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();

/** The text of a tag such as `@throws`; empty without one. */
export const tagOf = (symbol: ts.Symbol, name: string): string =>
  symbol
    .getJsDocTags(checker)
    .filter((it) => it.name === name)
    .map((it) =>
      ts
        .displayPartsToString(it.text)
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim(),
    )
    .join(' ');

/** A field of a type: how it is written down, and what is said of it. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly symbol: ts.Symbol;
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');
/** What is optional may be undefined; no reader of a table needs to be told twice. */
const withoutUndefined = (type: string) => type.replace(/ \| undefined$/, '').replace(/^\((.*=>.*)\)$/, '$1');

/** As it stands in the source; in a union of types, as it stands in each that has it. */
function writtenTypes(symbol: ts.Symbol): string {
  const found = (symbol.declarations ?? []).flatMap((it) =>
    ts.isPropertySignature(it) && it.type !== undefined ? [it.type.getText()] : [],
  );
  const said = found.length > 1 ? found.filter((it) => it !== 'undefined') : found;
  return said.length > 0
    ? [...new Set(said)].join(' | ')
    : checker.typeToString(checker.getTypeOfSymbol(symbol));
}

/** Fields of a type, inherited ones included, in the order in which they are written. */
export function fieldsOf(type: ts.Type): Field[] {
  return checker.getPropertiesOfType(type).map((symbol) => {
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    const written = writtenTypes(symbol);
    return {
      name: symbol.name,
      type: isOptional ? withoutUndefined(oneLine(written)) : oneLine(written),
      isOptional,
      symbol,
    };
  });
}

export const typeOf = (symbol: ts.Symbol): ts.Type => checker.getDeclaredTypeOfSymbol(symbol);
export const valueType = (symbol: ts.Symbol): ts.Type => checker.getTypeOfSymbol(symbol);

/** What is written down of a member of a type. */
export function memberOf(type: ts.Type, name: string): ts.Symbol {
  const found = checker.getPropertyOfType(type, name);
  if (found === undefined) throw new Error(`${checker.typeToString(type)} has no ${name}`);
  return found;
}

/** In a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|');
