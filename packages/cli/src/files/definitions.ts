/**
 * Definitions in files: JSON and YAML as data, TypeScript and JavaScript as modules that export
 * them.
 */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { type Rewritten, rewriteAuthored } from '@org/approval-core/internal';
import { createJiti } from 'jiti';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { resolve } from 'node:path';
import { fromJson, isJsonList, isJsonObject, toJson } from '@org/approval-internal/json';
import { isList, isObject } from '@org/approval-internal/values';
import { duplicateKey, roundedNumber } from '@org/approval-internal/parse-json';
import { CliError, type Io } from '../io.js';
import { readText } from './read.js';
import { isYaml, readYaml } from './yaml.js';

/** A definition with its place in a file. */
export interface FoundDefinition {
  readonly file: string;
  readonly text: string;
  /** The definition in the forms of the API. */
  readonly json: JsonValue;
  /** Faults of forms that only files have. */
  readonly issues: Rewritten['issues'];
  /** Its part of the syntax tree; null for a module. */
  readonly tree: Node | null;
}

/** An error of a file that prevents reading definitions from it. */
export interface BrokenFile {
  readonly file: string;
  readonly text: string;
  readonly message: string;
  readonly offset: number;
}

/** True for names of files that may hold definitions. */
export const isDefinitionFile = (name: string): boolean =>
  (name.endsWith('.json') || isYaml(name) || isModule(name)) && !/\.(?:test|spec|d)\.[^.]+$/.test(name);

export const isModule = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

export async function readDefinitions(io: Io, file: string): Promise<FoundDefinition[] | BrokenFile> {
  const text = await readText(io, file);
  if (isModule(file)) return fromModule(io, file, text);
  return isYaml(file) ? fromYaml(file, text) : readJson(file, text);
}

function readJson(file: string, text: string): FoundDefinition[] | BrokenFile {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (tree === undefined || first !== undefined) {
    return { file, text, message: jsonFault(text, first), offset: first?.offset ?? 0 };
  }
  const misread = misreadAt(text, tree);
  if (misread !== null) return { file, text, ...misread };
  // The parser of the platform decides, so that a text means the same here and in an engine.
  return definitionsIn({ file, text }, fromJson(text), tree);
}

function fromYaml(file: string, text: string): FoundDefinition[] | BrokenFile {
  const read = readYaml(text);
  return 'message' in read ? { file, text, ...read } : definitionsIn({ file, text }, read.json, read.tree);
}

/** The definition of a file, or those of its list. */
function definitionsIn(
  from: Pick<FoundDefinition, 'file' | 'text'>,
  json: JsonValue,
  tree: Node,
): FoundDefinition[] | BrokenFile {
  if (!isJsonList(json)) return [{ ...from, ...rewriteAuthored(json), tree }];
  if (json.length === 0)
    return { ...from, message: 'the list is empty: write a definition into it', offset: 0 };
  return json.map((it, index) => ({ ...from, ...rewriteAuthored(it), tree: tree.children?.[index] ?? null }));
}

/** The words of a code: `InvalidSymbol` becomes "invalid symbol". */
function jsonFault(text: string, first: ParseError | undefined): string {
  if (text.trim() === '' || first === undefined) return 'the file is empty: write a definition into it';
  const fault = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (it) => ` ${it.toLowerCase()}`);
  return `invalid JSON from here on: ${fault.toLowerCase()}`;
}

/** Finds a place that parsers read differently from what is written; engines refuse it. */
function misreadAt(text: string, tree: Node): { readonly message: string; readonly offset: number } | null {
  if (duplicateKey(text) !== null) {
    const second = secondOfTwo(tree);
    const message = `the key "${second?.key}" is repeated in one object; remove one`;
    return { message, offset: second?.offset ?? 0 };
  }
  const offset = roundedNumber(text);
  return offset === null
    ? null
    : { message: 'this number loses precision; write it as a string, in quotes', offset };
}

/** Finds the first key that repeats in its object. */
function secondOfTwo(tree: Node): { readonly key: string; readonly offset: number } | null {
  const rest = [tree];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const keys = new Set<string>();
    for (const child of next.children ?? []) {
      const [name] = next.type === 'object' ? (child.children ?? []) : [];
      const key = String(name?.value);
      if (name !== undefined && keys.has(key)) return { key, offset: name.offset };
      keys.add(key);
    }
    rest.push(...(next.children ?? []).toReversed());
  }
  return null;
}

/** Runs the module like an import. */
async function fromModule(io: Io, file: string, text: string): Promise<FoundDefinition[] | BrokenFile> {
  const path = resolve(io.cwd, file);
  const jiti = createJiti(path, { moduleCache: false, fsCache: false });
  let exported: Record<string, unknown>;
  try {
    exported = await jiti.import(path);
  } catch (error) {
    return { file, text, message: error instanceof Error ? error.message : String(error), offset: 0 };
  }
  const values = Object.values(exported).flatMap((it): readonly unknown[] => (isList(it) ? it : [it]));
  const definitions = [...new Set(values.map(ofWorkflow))].filter(isDefinition);
  if (definitions.length === 0)
    return {
      file,
      text,
      message: 'exports no definition; expected an object with nodes and edges, or a workflow',
      offset: 0,
    };
  return definitions.map((it) => ({
    file,
    text,
    ...rewriteAuthored(toJson(it)),
    tree: null,
  }));
}

/** The result of `defineWorkflow` carries its definition. */
const ofWorkflow = (value: unknown): unknown =>
  isObject(value) && 'definition' in value && 'dispatch' in value ? value.definition : value;

const isDefinition = (value: unknown): value is object =>
  isObject(value) && 'nodes' in value && 'edges' in value;

/** Reads the one definition that a command works on. */
export async function readDefinition(io: Io, file: string, id?: string): Promise<FoundDefinition> {
  const found = await readDefinitions(io, file);
  if (!Array.isArray(found)) throw new CliError(`${file}: ${found.message}`);
  const ids = found.map((it) => idOf(it.json));
  const wanted = id === undefined ? found : found.filter((_, index) => ids[index] === id);
  const [only, ...more] = wanted;
  if (only === undefined)
    throw new CliError(`${file}: has no definition "${String(id)}"; it has ${ids.join(', ')}`);
  if (more.length > 0)
    throw new CliError(`${file}: has several definitions; pass --definition ${ids.join(' or ')}`);
  return only;
}

/** The value as an object; null for other values. */
export const objectOf = (json: JsonValue): JsonObject | null => (isJsonObject(json) ? json : null);

export function idOf(json: JsonValue): string {
  const id = objectOf(json)?.['definitionId'];
  return typeof id === 'string' ? id : '(no definitionId)';
}
