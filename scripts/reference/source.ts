/** Reads types and their docstrings from the sources of public entries. */
import ts from 'typescript';
import { entries, programOf } from '../entries.mjs';

const ENTRIES = entries();
const program = programOf(ENTRIES.map((it) => it.file));
const checker = program.getTypeChecker();

export const publicEntries = (): string[] => ENTRIES.map((it) => it.name);

/** Exports of an entry, resolved to their declarations. */
export function exportsOf(entry: string): ts.Symbol[] {
  const file = ENTRIES.find((it) => it.name === entry)?.file;
  const source = file === undefined ? undefined : program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`no entry ${entry} exists`);
  return checker
    .getExportsOfModule(module)
    .map((it) => ((it.flags & ts.SymbolFlags.Alias) === 0 ? it : checker.getAliasedSymbol(it)));
}

/** The export of an entry with this declared name. */
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
    // Shows `{@link createPermits}` as a name.
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

/** A field of a type: its source and its docstring. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly symbol: ts.Symbol;
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');
/** Removes `undefined` from types of optional fields. */
const withoutUndefined = (type: string) => type.replace(/ \| undefined$/, '').replace(/^\((.*=>.*)\)$/, '$1');

/** The source of the type; for a union, of each part that has the field. */
function writtenTypes(symbol: ts.Symbol): string {
  const found = (symbol.declarations ?? []).flatMap((it) =>
    ts.isPropertySignature(it) && it.type !== undefined ? [it.type.getText()] : [],
  );
  const said = found.length > 1 ? found.filter((it) => it !== 'undefined') : found;
  return said.length > 0
    ? [...new Set(said)].join(' | ')
    : checker.typeToString(checker.getTypeOfSymbol(symbol));
}

/** Fields of a type, with inherited ones, in source order. */
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

/** The member of a type. */
export function memberOf(type: ts.Type, name: string): ts.Symbol {
  const found = checker.getPropertyOfType(type, name);
  if (found === undefined) throw new Error(`${checker.typeToString(type)} has no ${name}`);
  return found;
}
