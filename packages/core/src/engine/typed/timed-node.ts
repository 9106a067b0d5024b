/** Durations as people write them, in the fields of plain definitions that are given in ms. */
import { type Duration, type Timed, duration } from '@org/approval-internal/duration';
import type { NodeOf, NodeType } from '../../definition/definition.js';
import type {
  DefinitionNode,
  DefinitionReminder,
  DefinitionRetry,
  DefinitionSla,
  NodeBase,
} from '../../definition/types.js';

type TimedBase<N extends NodeBase> = Omit<N, keyof NodeBase | 'config'> &
  Timed<Omit<NodeBase, 'sla' | 'retry'>> & {
    sla?: Timed<DefinitionSla> | undefined;
    retry?: Timed<DefinitionRetry> | undefined;
  };
type TimedConfig<Config extends object> = Timed<Omit<Config, 'reminders'>> &
  (Config extends { reminders?: unknown }
    ? { reminders?: readonly Timed<DefinitionReminder>[] | undefined }
    : unknown);

/** A node as in plain JSON, but with any duration wherever it has ms. */
export type TimedNode = {
  [T in NodeType]: TimedBase<NodeOf<T>> & {
    config?: TimedConfig<NonNullable<NodeOf<T>['config']>> | undefined;
  };
}[NodeType];

/**
 * The node with whole ms. Other texts are left as they are, for the schema to judge.
 * @throws TypeError that says where there is no duration.
 */
export function nodeInMs(node: TimedNode, path: string): DefinitionNode {
  const { sla, retry, config, ...base } = node;
  const given = {
    ...inMs(base, path),
    ...(sla !== undefined && { sla: inMs(sla, `${path}.sla`) }),
    ...(retry !== undefined && { retry: inMs(retry, `${path}.retry`) }),
    ...(config !== undefined && { config: configInMs(config, `${path}.config`) }),
  };
  return given as DefinitionNode;
}

function configInMs(config: object, path: string): object {
  const reminders = (config as { reminders?: unknown }).reminders;
  if (!Array.isArray(reminders)) return inMs(config, path);
  const timed = reminders.map((it: object, at) => inMs(it, `${path}.reminders[${at}]`));
  return inMs({ ...config, reminders: timed }, path);
}

/** A copy with ms in the place of durations, in its own fields alone. What is no object comes back as it is. */
export function inMs<T extends object>(given: T, path: string): T {
  // A caller without TypeScript may give anything: what is wrong with it is said where it is checked.
  if (typeof given !== 'object' || (given as T | null) === null) return given;
  const entries = Object.entries(given).map(([name, value]: [string, unknown]) => [
    name,
    name.endsWith('Ms') ? valueInMs(value, `${path}.${name}`) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function valueInMs(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((it: unknown, at) => valueInMs(it, `${path}[${at}]`));
  if (typeof value !== 'string') return value;
  try {
    return duration(value as Duration);
  } catch (error) {
    throw new TypeError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
