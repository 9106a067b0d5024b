/** A valid definition from numbers that say how much of everything it has. */
import { type Definition, LIMITS, op, variable, when } from '@org/approval-core';
import type {
  DefinitionEdge,
  DefinitionNode,
  Expression,
  NodeBase,
  NodeType,
  Operand,
} from '@org/approval-core/definition';
import { NODE_TYPES, traitsOf } from '@org/approval-core/internal';
import { type SampleSizes, sampleNode } from '@org/approval-testkit/simulation';

/** Numbers of a shape; names are those of the table of limits. */
export interface Shape extends SampleSizes {
  readonly nodes: number;
  readonly edges: number;
  readonly groups: number;
  readonly loops: number;
  readonly triggers: number;
  readonly tags: number;
  readonly tagLength: number;
  readonly eventTypes: number;
  readonly allowedEvents: number;
  readonly nameLength: number;
  readonly descriptionLength: number;
  readonly secretMaxLength: number;
  readonly nodeIdLength: number;
  readonly slaMs: number;
  readonly retryIntervalMs: number;
  readonly retryAttempts: number;
  readonly whenLength: number;
  readonly whenDepth: number;
  readonly whenSize: number;
  /** Instructions of the pattern in each condition; 0 for none. */
  readonly patternSize: number;
  /** Bytes of `custom`, and of the input of the run. */
  readonly payloadBytes: number;
  readonly payloadDepth: number;
  /** Bytes of the input schema; 0 for none. */
  readonly inputSchemaBytes: number;
}
export type Dimension = keyof Shape;

/** A definition of usual size. */
export const SMALL: Shape = {
  ...{ nodes: 4, edges: 3, groups: 0, loops: 0, triggers: 0, tags: 0, tagLength: 5 },
  ...{ reviewers: 1, inputNames: 1, headers: 0, eventTypes: 0, allowedEvents: 0 },
  ...{ nameLength: 10, descriptionLength: 10, commentBodyLength: 10, promptLength: 0, urlLength: 40 },
  ...{ secretMaxLength: 32, pathLength: 20, emailLength: 20, actorLength: 10, referenceLength: 10 },
  ...{ nodeIdLength: 4, slaMs: 0, agentMaxRuntimeMs: 0, retryIntervalMs: 0, retryAttempts: 0 },
  ...{ loopIterations: 2, whenLength: 0, whenDepth: 0, whenSize: 0, patternSize: 0 },
  ...{ payloadBytes: 100, payloadDepth: 2, inputSchemaBytes: 0 },
};

const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
/** A string of an exact length that starts with a distinct prefix. */
const text = (length: number, start = '') =>
  start.padEnd(length, 'xy').slice(0, Math.max(length, start.length));
const URL_START = 'https://hooks.example.com/';

/** A pattern with an exact number of instructions, all active on every character of xyxy…. */
function patternOf(size: number): string {
  const repeats: number[] = [];
  // A repeat has at most 1,000; four instructions surround the repeats.
  for (let left = size - 4; left > 0; left -= 1_000) repeats.push(Math.min(left, 1_000));
  return `[xy]*x${repeats.map((it) => `[xy]{${it}}`).join('')}z`;
}

function deep(depth: number, inner: Expression): Expression {
  return depth <= 0 ? inner : op('not', deep(depth - 1, inner));
}

/** True for a completed step with any output; each index gives another condition. */
export function conditionOf(shape: Shape, index: number): string {
  const parts: Operand[] = [
    op('eq', variable('step.status'), 'completed'),
    op('eq', variable('execution.input.n'), index),
    // `or` and `eq` are two levels, the outermost operator is the first.
    ...(shape.whenDepth > 2 ? [deep(shape.whenDepth - 2, op('length', 'x'))] : []),
    ...(shape.patternSize > 0
      ? [op('regex', variable('execution.input.text'), patternOf(shape.patternSize))]
      : []),
    // A step with a deadline needs an edge for the breach.
    ...(shape.slaMs > 0 ? [op('eq', variable('step.status'), 'breached')] : []),
  ];
  const size = 1 + parts.reduce<number>((sum, it) => sum + sizeOf(it), 0);
  const filled = [...parts, ...list(Math.max(0, shape.whenSize - size), () => 0)];
  const { length } = when(op('or', ...filled));
  // A last literal fills up the length, with two quotes and a comma.
  const missing = shape.whenLength - length - 3;
  return when(op('or', ...filled, ...(missing >= 0 ? [text(missing)] : [])));
}

function sizeOf(operand: Operand): number {
  const isTree = typeof operand === 'object' && operand !== null && 'op' in operand;
  return 1 + (isTree ? operand.args.reduce<number>((sum, it) => sum + sizeOf(it), 0) : 0);
}

const nodeId = (shape: Shape, index: number) =>
  text(shape.nodeIdLength, `n${index}_`).slice(0, shape.nodeIdLength);

const OFTEN: readonly NodeType[] = ['human', 'agent'];

/** Kinds with one node within the chain, if it sends headers. */
const ONCE: readonly NodeType[] = NODE_TYPES.filter((it) => !OFTEN.includes(it) && !traitsOf(it).isEnd);

/** Number of connections between neighbors of the chain, which starts behind the group members. */
const connectionsOf = ({ nodes, groups }: Shape): number => nodes - 1 - groups;

/** True for an end behind the last reviewers; it must be reached, and not be all of the chain. */
const hasEnd = (shape: Shape): boolean =>
  shape.headers > 0 && connectionsOf(shape) > 1 && shape.edges >= connectionsOf(shape);

/** Index of the node that the last reviewers decide. */
const lastDecided = (shape: Shape): number => shape.nodes - (hasEnd(shape) ? 2 : 1);

/** Reviewers decide group members and the end of the chain; other nodes are agents or `ONCE`. */
function kindAt(shape: Shape, index: number): NodeType {
  if (index < shape.groups || index === lastDecided(shape)) return 'human';
  if (index > lastDecided(shape)) return 'end';
  return (shape.headers > 0 ? ONCE[index - 1] : undefined) ?? 'agent';
}

function nodeOf(shape: Shape, index: number): DefinitionNode {
  const { retryAttempts, retryIntervalMs } = shape;
  const type = kindAt(shape, index);
  const base: NodeBase = {
    nodeId: nodeId(shape, index),
    name: text(shape.nameLength),
    description: text(shape.descriptionLength),
    ...(shape.slaMs > 0 && index < shape.edges && traitsOf(type).callsAgent && { slaMs: shape.slaMs }),
    ...(retryAttempts > 0 && {
      retry: {
        maximumAttempts: retryAttempts,
        initialIntervalMs: retryIntervalMs,
        maximumIntervalMs: retryIntervalMs,
      },
    }),
  };
  return sampleNode(type, base, shape);
}

/** Only between neighbors: edges with one target start it once, so the run keeps its length. */
function edgesOf(shape: Shape): DefinitionEdge[] {
  const first = shape.groups;
  const steps = connectionsOf(shape);
  return list(steps > 0 ? shape.edges : 0, (it) => {
    const from = first + (it % steps);
    return { from: nodeId(shape, from), to: nodeId(shape, from + 1), when: conditionOf(shape, it) };
  });
}

/** Each group has one separate member without incoming edges. */
const groupsOf = (shape: Shape) =>
  list(shape.groups, (it) => ({
    groupId: `g${it}`,
    memberNodeIds: [nodeId(shape, it)],
    expectedSteps: 1,
    quorum: 1,
    onQuorumMet: 'waitAll' as const,
  }));

/** Each loop surrounds one agent of the chain, from its end. */
const loopsOf = (shape: Shape) =>
  list(shape.loops, (it) => {
    const id = nodeId(shape, lastDecided(shape) - 1 - it);
    return { loopId: `l${it}`, entryNodeId: id, bodyNodeIds: [id], maxIterations: shape.loopIterations };
  });

function nested(depth: number): unknown {
  return depth <= 1 ? {} : { a: nested(depth - 1) };
}

/** An object of an exact size and depth as JSON. */
export function payloadOf({ payloadBytes, payloadDepth }: Shape): Record<string, unknown> {
  const shell = { url: 'https://example.com', deep: nested(payloadDepth - 1), text: '' };
  return { ...shell, text: text(Math.max(0, payloadBytes - JSON.stringify(shell).length)) };
}

/** A schema of an exact size whose every part has a pattern and refers to the part before. */
export function inputSchemaOf({ inputSchemaBytes }: Shape): Record<string, unknown> {
  const part = (it: number) => ({ $ref: `#/$defs/${Math.max(0, it - 1)}`, minLength: 1 });
  const count = Math.max(0, Math.floor((inputSchemaBytes - 200) / 45));
  const $defs = Object.fromEntries(list(count, (it) => [it, it === 0 ? { pattern: '[xy]*z?' } : part(it)]));
  const schema = { $defs, additionalProperties: count > 0 ? part(count) : true, $comment: '' };
  return { ...schema, $comment: text(Math.max(0, inputSchemaBytes - JSON.stringify(schema).length)) };
}

export function definitionOf(shape: Shape): Definition {
  const webhookConfig = {
    url: text(shape.urlLength, URL_START),
    secret: text(shape.secretMaxLength),
    eventTypes: list(shape.eventTypes, (it) => `type.${it}`),
  };
  return {
    definitionId: 'bomb',
    name: text(shape.nameLength),
    description: text(shape.descriptionLength),
    nodes: list(shape.nodes, (it) => nodeOf(shape, it)),
    edges: edgesOf(shape),
    groups: groupsOf(shape),
    loops: loopsOf(shape),
    tags: list(shape.tags, (it) => text(shape.tagLength, `${it}`)),
    custom: payloadOf(shape),
    triggers: list(shape.triggers, (it) => ({
      triggerId: `t${it}`,
      inboundWebhook: {
        authMode: 'hmac' as const,
        secret: text(shape.secretMaxLength),
        ...(shape.allowedEvents > 0 && { allowedEvents: list(shape.allowedEvents, (event) => `e${event}`) }),
      },
    })),
    ...(shape.eventTypes > 0 && { webhookConfig }),
    ...(shape.inputSchemaBytes > 0 && { inputSchema: inputSchemaOf(shape) }),
  };
}

/** The maximum of each. */
export const MOST: Shape = LIMITS;
