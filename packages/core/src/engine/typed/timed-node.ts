/** Durations as people write them, in the ms fields of definitions. */
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
 * Returns the node with whole ms. Other strings stay, to be reported by the schema.
 * @throws TypeError with the path of an invalid duration.
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

/** Returns a copy with ms for durations, in its own fields only; returns non-objects unchanged. */
export function inMs<T extends object>(given: T, path: string): T {
  // Without TypeScript a caller may pass anything; it is checked later.
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
