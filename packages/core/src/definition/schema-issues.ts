/** Translates Zod's issues into those of the contract. */
import * as z from 'zod';
import type { ErrorCode, Issue } from './issue.js';
import { excerpt, isPlainObject } from './json.js';
import { LIMITS } from './limits.js';
import { didYouMean } from './nearest.js';
import { formatPath } from './path.js';

type ZodIssue = z.core.$ZodIssue;

const SEPARATOR = '\n';

/** Parses like `safeParse`, for issues that name the known fields beside an unknown one. */
export const parseNaming = <T>(schema: z.ZodType<T>, input: unknown): z.ZodSafeParseResult<T> =>
  schema.safeParse(input, {
    // An issue has no other place for the known fields than its message.
    error: (issue) =>
      issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject
        ? Object.keys(issue.inst.shape).join(SEPARATOR)
        : undefined,
  });

/**
 * Yields the issues of `error` lazily. `input` is the whole parsed value, which names the node of
 * an
 * issue. `at` is the path of the part that `error` is about.
 */
export function* schemaIssues(
  error: z.ZodError,
  input: unknown,
  at: readonly PropertyKey[] = [],
): Generator<Issue<ErrorCode>> {
  for (const issue of error.issues) yield* issuesOf({ ...issue, path: [...at, ...issue.path] }, input);
}

function* issuesOf(issue: ZodIssue, input: unknown): Generator<Issue<ErrorCode>> {
  const node = nodeIdAt(issue.path, input);
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(SEPARATOR);
    for (const key of issue.keys) {
      const name = excerpt(key);
      const near = didYouMean(key, known);
      yield {
        code: 'unknown-field',
        message: `unknown field "${name}"${near === '' ? '; check its spelling or remove it' : near}`,
        path: formatPath([...issue.path, name]),
        ...node,
      };
    }
    return;
  }
  yield { code: codeOf(issue), message: messageOf(issue, input), path: formatPath(issue.path), ...node };
}

/** Lists with their own code when they are too long. */
const TOO_LONG: ReadonlyMap<string, ErrorCode> = new Map([
  ['nodes', 'too-many-nodes'],
  ['edges', 'too-many-edges'],
]);

function codeOf(issue: ZodIssue): ErrorCode {
  if (issue.code === 'custom' && issue.params?.['code'] === 'reserved-id') return 'reserved-id';
  const tooLong =
    issue.code === 'too_big' && issue.origin === 'array' ? TOO_LONG.get(formatPath(issue.path)) : null;
  return tooLong ?? 'invalid-field';
}

/** Message that says what is wrong and how to fix it. Custom messages already say both. */
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

/** Requested value per kind of issue. */
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
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function sized(origin: string, bound: string): string {
  if (origin === 'string') return `a string of ${bound} character(s)`;
  if (origin === 'array') return `a list of ${bound} item(s)`;
  return `a number of ${bound}`;
}

function nodeIdAt(path: readonly PropertyKey[], input: unknown): { nodeId?: string } {
  if (path[0] !== 'nodes' || path.length < 2) return {};
  const nodeId = valueAt(input, [...path.slice(0, 2), 'nodeId']);
  return typeof nodeId === 'string' && nodeId.length <= LIMITS.nodeIdLength ? { nodeId } : {};
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const segment of path) {
    if (!(Array.isArray(value) || isPlainObject(value)) || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value;
}
