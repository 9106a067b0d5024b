/** Definitions in YAML 1.2, read to the same data and syntax tree as JSON. */
import type { JsonValue } from '@org/approval-core';
import { toJson } from '@org/approval-internal/json';
import type { Node as JsonNode } from 'jsonc-parser';
import { type Node, isAlias, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';

export const isYaml = (file: string): boolean => /\.ya?ml$/.test(file);

/** A YAML text as JSON, or its first fault. */
export type ReadYaml =
  | { readonly json: JsonValue; readonly tree: JsonNode }
  | { readonly message: string; readonly offset: number };

export function readYaml(text: string): ReadYaml {
  const document = parseDocument<Node>(text, { version: '1.2', uniqueKeys: true, merge: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const [first = ''] = fault.message.split('\n');
    return {
      message: `invalid YAML: ${first.replace(/ at line \d+, column \d+:?$/, '')}`,
      offset: fault.pos[0],
    };
  }
  const { contents } = document;
  if (contents === null) return { message: 'the file is empty: write a definition into it', offset: 0 };
  const misread = misreadIn(contents);
  if (misread !== null) return misread;
  return { json: toJson(document.toJS() as object), tree: treeOf(contents) };
}

/** Finds values that JSON lacks, or would read differently. */
function misreadIn(contents: Node): { readonly message: string; readonly offset: number } | null {
  let found: { message: string; offset: number } | null = null;
  const fault = (node: Node, message: string): symbol => {
    found = { message, offset: node.range?.[0] ?? 0 };
    return visit.BREAK;
  };
  visit(contents, {
    Alias: (_, node) => fault(node, 'an alias is not supported; write the value again'),
    Scalar(_, node) {
      const { value } = node;
      if (typeof value !== 'number' && !isJsonScalar(value))
        return fault(node, 'the value is not JSON; put it in quotes');
      const isExact = typeof value !== 'number' || (Number.isFinite(value) && isWritten(node.source, value));
      return isExact
        ? undefined
        : fault(node, 'this number loses precision; write it as a string, in quotes');
    },
    Pair(_, { key }) {
      const isName = isScalar(key) && typeof key.value === 'string';
      return isName
        ? undefined
        : fault(key as Node, 'the name of a field must be a string; put it in quotes');
    },
  });
  return found;
}

const isJsonScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean';

/** A whole number past 2^53 may have been rounded. */
const isWritten = (source: string | undefined, value: number): boolean =>
  !Number.isInteger(value) || Number.isSafeInteger(value) || source === String(value);

/** The tree that the JSON parser would give, so that issues are located in the same way. */
function treeOf(node: Node, parent?: JsonNode): JsonNode {
  const [offset = 0, end = 0] = node.range ?? [];
  const base = { offset, length: end - offset, ...(parent !== undefined && { parent }) };
  if (isSeq<Node>(node)) {
    const list: JsonNode = { ...base, type: 'array' };
    Object.assign(list, { children: node.items.map((it) => treeOf(it, list)) });
    return list;
  }
  if (isMap<Node, Node>(node)) {
    const object: JsonNode = { ...base, type: 'object' };
    return Object.assign(object, {
      children: node.items.map(({ key, value }) => {
        const property: JsonNode = {
          type: 'property',
          offset: key.range?.[0] ?? offset,
          length: 0,
          parent: object,
        };
        return Object.assign(property, {
          children: [treeOf(key, property), ...(value === null ? [] : [treeOf(value, property)])],
        });
      }),
    });
  }
  return { ...base, type: 'string', value: isAlias(node) || !isScalar(node) ? null : node.value };
}
