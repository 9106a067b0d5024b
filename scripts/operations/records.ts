/** Reads the records of operations from the sources: their data and their docstrings. */
import { wrapped } from '../types/docstring.js';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OperationData } from '@org/approval-core/views';
import ts from 'typescript';

/** A record in a file. */
export interface FoundRecord {
  readonly operation: OperationData;
  /** Area and method, such as `executions` and `dispatch`. */
  readonly area: string;
  readonly name: string;
  /** Name of the file without its extension. */
  readonly file: string;
  /** Lines of the docstring, without stars. */
  readonly doc: readonly string[];
  /** True when the file exports the type `Method`, which replaces the types of the schemas. */
  readonly hasMethod: boolean;
}

/** Export name of operations in records. */
const EXPORT = 'operation';

const isRecord = (file: string): boolean => file.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(file);

const exportedName = (it: ts.Statement): string | null => {
  if (ts.isInterfaceDeclaration(it) || ts.isTypeAliasDeclaration(it)) return it.name.text;
  if (!ts.isVariableStatement(it)) return null;
  const [declared] = it.declarationList.declarations;
  return declared !== undefined && ts.isIdentifier(declared.name) ? declared.name.text : null;
};

/** Lines of the docstring before a statement. */
function docOf(statement: ts.Statement, source: ts.SourceFile): readonly string[] {
  const [doc] = ts.getJSDocCommentsAndTags(statement);
  if (doc === undefined) return [];
  const text = doc
    .getText(source)
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '');
  const lines = text.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  return lines
    .map((line, index) => (index === 0 ? line.trim() : line))
    .filter((line, index) => line !== '' || (index > 0 && index < lines.length - 1));
}

const isOperation = (it: unknown): it is OperationData =>
  typeof it === 'object' && it !== null && 'path' in it && 'effect' in it && 'request' in it;

const operationOf = (module: unknown): OperationData | null =>
  typeof module === 'object' && module !== null && EXPORT in module && isOperation(module[EXPORT])
    ? module[EXPORT]
    : null;

async function recordIn(path: string): Promise<FoundRecord | null> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const named = new Map(source.statements.map((it) => [exportedName(it), it]));
  const statement = named.get(EXPORT);
  if (statement === undefined) return null;
  const operation = operationOf(await import(pathToFileURL(path).href));
  if (operation === null) throw new Error(`${path} does not export its operation`);
  const [area = '', name = ''] = operation.path.split('/');
  const doc = docOf(statement, source);
  if (doc.length === 0) throw new Error(`the operation ${operation.path} has no docstring`);
  return { operation, area, name, file: basename(path, '.ts'), doc, hasMethod: named.has('Method') };
}

/** Records below a folder, in the order of `known` paths; new ones end their area. */
export async function recordsIn(
  folder: string,
  areas: readonly string[],
  known: readonly string[],
): Promise<readonly FoundRecord[]> {
  const files = areas.flatMap((area) =>
    readdirSync(join(folder, area))
      .filter(isRecord)
      .toSorted()
      .map((file) => join(folder, area, file)),
  );
  const found = (await Promise.all(files.map(recordIn))).filter((it) => it !== null);
  const placeOf = ({ operation: { path } }: FoundRecord) => {
    const place = known.indexOf(path);
    return place === -1 ? known.length : place;
  };
  return areas.flatMap((area) =>
    found.filter((it) => it.area === area).toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
}

/** A tag of a docstring with its text, up to the next tag. */
export function tagOf(doc: readonly string[], tag: string): string | null {
  const start = doc.findIndex((line) => line.startsWith(`@${tag}`));
  if (start === -1) return null;
  const end = doc.findIndex((line, index) => index > start && line.startsWith('@'));
  const lines = doc.slice(start, end === -1 ? undefined : end);
  return lines
    .join('\n')
    .slice(tag.length + 1)
    .trim();
}

/** A docstring without some of its tags. */
export function withoutTags(doc: readonly string[], tags: readonly string[]): readonly string[] {
  let skips = false;
  return doc.filter((line) => {
    if (line.startsWith('@')) skips = tags.some((tag) => line.startsWith(`@${tag}`));
    return !skips;
  });
}

/** The docstring as source code. Its paragraphs are wrapped anew, as members are indented more. */
export const written = (doc: readonly string[]): string =>
  doc.length === 1
    ? `/** ${doc[0]} */`
    : ['/**', ...refilled(doc).map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'].join('\n');

function refilled(doc: readonly string[]): string[] {
  const paragraphs: { text: string; isCode: boolean }[] = [];
  let isCode = false;
  for (const line of doc) {
    if (line.startsWith('@')) isCode = line.startsWith('@example');
    const last = paragraphs.at(-1);
    const begins = /^(@|- |$)/.test(line) || last === undefined || last.text === '';
    if (isCode || begins || last.isCode) paragraphs.push({ text: line, isCode });
    else last.text += ` ${line}`;
  }
  return paragraphs.flatMap((it) => (it.isCode ? [it.text] : wrapped(it.text)));
}

/** True when a method can be called without a request. */
export const isOptional = ({ operation }: FoundRecord): boolean => operation.request.safeParse({}).success;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a record in a generated file. */
export const constantOf = ({ area, name }: FoundRecord): string => area + capital(name);
