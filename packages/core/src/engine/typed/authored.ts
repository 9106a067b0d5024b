/**
 * Forms that authors may use in files and in code, rewritten to those of the API: conditions as
 * objects, durations as text.
 */
import { type JsonObject, type JsonValue, isPlainObject } from '../../definition/json.js';
import type { Definition } from '../../definition/types.js';
import { type AuthoredCode, type Report, throwing } from './report.js';
import { type TimedNode, nodeInMs } from './timed-node.js';

/** A fault in a form that the linter does not know. */
export interface AuthoredIssue {
  readonly code: AuthoredCode;
  readonly message: string;
  /** Path, as in `nodes[3].slaMs`. */
  readonly path: string;
}

/** A definition in the forms of the API, and the faults of its other forms. */
export interface Rewritten {
  /** The definition; a faulty part is as it was written. */
  readonly json: JsonValue;
  /** Faults that the linter cannot find, as it knows only the forms of the API. */
  readonly issues: readonly AuthoredIssue[];
}

/**
 * Rewrites a definition of a file to the forms of the API: `when` as an object to its text, and
 * durations such as `2d`, `PT8H`, `16wh` and `2wd` to numbers. Anything else stays as it is.
 */
export function rewriteAuthored(json: JsonValue): Rewritten {
  if (!isPlainObject(json)) return { json, issues: [] };
  const issues: AuthoredIssue[] = [];
  const report: Report = (path, message, code) => issues.push({ code, message, path });
  return { json: rewritten(json, report, ''), issues };
}

/**
 * Returns the definition of a file in the forms of the API, as `definitions.ensure` takes it.
 * Files may have conditions as objects and durations as text, such as `2d`.
 * @param json Content of the file, as `JSON.parse` or a parser of YAML returns it.
 * @throws TypeError for content that is not an object, and for a faulty duration, with its path.
 * @example
 * ```ts
 * import { definitionFromFile } from '@org/approval-core/definition';
 *
 * const text =
 *   '{"definitionId":"a","name":"A","nodes":[{"nodeId":"b","type":"human","slaMs":"2d"}]}';
 * console.log(definitionFromFile(JSON.parse(text)).nodes[0]?.slaMs); // → 172800000
 * ```
 */
export function definitionFromFile(json: JsonValue): Definition {
  if (!isPlainObject(json)) throw new TypeError('definitionFromFile: the content must be an object');
  return rewritten(json, throwing, '') as unknown as Definition;
}

/** The same with a reporter. `prefix` stands before every path. */
export function rewritten(definition: JsonObject, report: Report, prefix: string): JsonObject {
  const { nodes, edges, loops, ...others } = definition;
  return {
    ...others,
    ...(nodes !== undefined && {
      nodes: mapped(nodes, (it, at) => nodeOf(it, `${prefix}nodes[${at}]`, report)),
    }),
    ...(edges !== undefined && { edges: mapped(edges, withTextIn) }),
    ...(loops !== undefined && { loops: mapped(loops, (it) => within(it, 'onIterationReject', withTextIn)) }),
  };
}

function nodeOf(node: JsonObject, path: string, report: Report): JsonObject {
  const timed = nodeInMs(node as unknown as TimedNode, path, report) as unknown as JsonObject;
  return within(timed, 'config', (config) =>
    within(config, 'onReject', (onReject) => within(onReject, 'loopBack', withTextIn)),
  );
}

const withTextIn = (part: JsonObject): JsonObject =>
  isPlainObject(part['when']) ? { ...part, when: JSON.stringify(part['when']) } : part;

/** Rewrites a field that is an object. */
function within(part: JsonObject, field: string, rewrite: (it: JsonObject) => JsonObject): JsonObject {
  const inner = part[field];
  return isPlainObject(inner) ? { ...part, [field]: rewrite(inner) } : part;
}

/** Rewrites the objects of a list. */
const mapped = (list: JsonValue, rewrite: (it: JsonObject, at: number) => JsonObject): JsonValue =>
  Array.isArray(list)
    ? (list as readonly JsonValue[]).map((it, at) => (isPlainObject(it) ? rewrite(it, at) : it))
    : list;
