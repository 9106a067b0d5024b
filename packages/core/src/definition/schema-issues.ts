/** Zod's findings in the words of the contract. */
import type { z } from 'zod';
import type { ErrorCode, Issue } from './issue.js';
import { isPlainObject } from './json.js';
import { formatPath } from './path.js';

type ZodIssue = z.core.$ZodIssue;

/** Every finding of `error` as issues; `input` is what was parsed (it names the node that an issue is about). */
export function schemaIssues(error: z.ZodError, input: unknown): Issue<ErrorCode>[] {
  return error.issues.flatMap((issue) => issuesOf(issue, input));
}

function issuesOf(issue: ZodIssue, input: unknown): Issue<ErrorCode>[] {
  const node = nodeIdAt(issue.path, input);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'unknown-field',
      message: `there is no field "${key}" here; check its spelling or remove it`,
      path: formatPath([...issue.path, key]),
      ...node,
    }));
  }
  const code: ErrorCode =
    issue.code === 'custom' && issue.params?.['code'] === 'reserved-id' ? 'reserved-id' : 'invalid-field';
  return [{ code, message: messageOf(issue, input), path: formatPath(issue.path), ...node }];
}

/** What is wrong and how to mend it; a message that a schema of ours gives already says both. */
function messageOf(issue: ZodIssue, input: unknown): string {
  if (issue.code === 'custom') return issue.message;
  const wish = WISHES[issue.code]?.(issue as never) ?? null;
  const given =
    issue.message.startsWith('Invalid') || issue.message.startsWith('Too ') ? null : issue.message;
  const isMissing = issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined;
  const what = isMissing ? 'is missing' : 'does not fit';
  return `${what}; ${given ?? wish ?? issue.message}`;
}

type IssueOf<C extends ZodIssue['code']> = Extract<ZodIssue, { code: C }>;

/** What each kind of finding asks for. */
const WISHES: { readonly [C in ZodIssue['code']]?: (issue: IssueOf<C>) => string | null } = {
  invalid_type: ({ expected }) => `give ${NAMES[expected] ?? expected}`,
  too_small: ({ origin, minimum }) => `give ${sized(origin, `at least ${minimum}`)}`,
  too_big: ({ origin, maximum }) => `give ${sized(origin, `at most ${maximum}`)}`,
  invalid_value: ({ values }) => `give ${values.map((it) => JSON.stringify(it)).join(' or ')}`,
  invalid_union: (issue) =>
    'options' in issue && Array.isArray(issue.options)
      ? `give one of ${issue.options.map((it) => JSON.stringify(it)).join(', ')}`
      : null,
};

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function sized(origin: string, bound: string): string {
  if (origin === 'string') return `a text of ${bound} character(s)`;
  if (origin === 'array') return `a list of ${bound} item(s)`;
  return `a number of ${bound}`;
}

function nodeIdAt(path: readonly PropertyKey[], input: unknown): { nodeId?: string } {
  if (path[0] !== 'nodes' || path.length < 2) return {};
  const nodeId = valueAt(input, [...path.slice(0, 2), 'nodeId']);
  return typeof nodeId === 'string' ? { nodeId } : {};
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const segment of path) {
    if (!(Array.isArray(value) || isPlainObject(value)) || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value;
}
