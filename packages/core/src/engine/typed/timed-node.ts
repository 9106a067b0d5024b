/** Durations as people write them, in the ms fields of definitions. */
import { type Duration, type Timed, duration } from '@org/approval-internal/duration';
import { isPlainObject } from '../../definition/json.js';
import type { NodeOf, NodeType } from '../../definition/definition.js';
import type {
  DefinitionNode,
  DefinitionReminder,
  DefinitionRetry,
  DefinitionSla,
  NodeBase,
} from '../../definition/types.js';
import type { Report } from './report.js';
import { type WorkingTime, workingTimeOf } from './working-time-text.js';

/**
 * A deadline in working time: `{ workingMs: '16wh', calendar }`, `{ workingDays: '2wd', calendar
 * }`.
 */
interface TimedSla extends Omit<DefinitionSla, 'workingMs' | 'workingDays'> {
  workingMs?: number | WorkingTime | undefined;
  workingDays?: number | WorkingTime | undefined;
}

type TimedBase<N extends NodeBase> = Omit<N, keyof NodeBase | 'config'> &
  Timed<Omit<NodeBase, 'sla' | 'retry'>> & {
    sla?: Duration | TimedSla | undefined;
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

/** Returns the node with whole ms. `sla` alone, as a duration, becomes `slaMs`. */
export function nodeInMs(node: TimedNode, path: string, report: Report): DefinitionNode {
  if (!isPlainObject(node)) return node;
  const { sla, retry, config, ...base } = node;
  const given = {
    ...inMs(base, path, report),
    ...(sla !== undefined && slaInMs(sla, `${path}.sla`, report)),
    ...(retry !== undefined && { retry: inMs(retry, `${path}.retry`, report) }),
    ...(config !== undefined && { config: configInMs(config, `${path}.config`, report) }),
  };
  return given as DefinitionNode;
}

function slaInMs(sla: NonNullable<TimedNode['sla']>, path: string, report: Report): object {
  if (typeof sla === 'string') return { slaMs: valueInMs(sla, path, report) };
  if (!isPlainObject(sla)) return { sla };
  const { workingMs, workingDays, ...others } = sla as TimedSla;
  const parts = [
    working('workingMs', workingMs, path, report),
    working('workingDays', workingDays, path, report),
  ];
  return { sla: Object.assign({}, ...parts, others) as object };
}

/** A field of a deadline with a calendar takes working units only. */
function working(field: 'workingMs' | 'workingDays', value: unknown, path: string, report: Report): object {
  if (value === undefined) return {};
  if (typeof value !== 'string') return { [field]: value };
  return workingTimeOf(value, `${path}.${field}`, report) ?? { [field]: value };
}

function configInMs(config: object, path: string, report: Report): object {
  const reminders = (config as { reminders?: unknown }).reminders;
  if (!Array.isArray(reminders)) return inMs(config, path, report);
  const timed = reminders.map((it: object, at) => inMs(it, `${path}.reminders[${at}]`, report));
  return inMs({ ...config, reminders: timed }, path, report);
}

/** Returns a copy with ms for durations, in its own fields only; returns non-objects unchanged. */
function inMs<T extends object>(given: T, path: string, report: Report): T {
  // Without TypeScript a caller may pass anything; it is checked later.
  if (typeof given !== 'object' || (given as T | null) === null) return given;
  const entries = Object.entries(given).map(([name, value]: [string, unknown]) => [
    name,
    name.endsWith('Ms') ? valueInMs(value, `${path}.${name}`, report) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function valueInMs(value: unknown, path: string, report: Report): unknown {
  if (Array.isArray(value)) return value.map((it: unknown, at) => valueInMs(it, `${path}[${at}]`, report));
  if (typeof value !== 'string') return value;
  try {
    return duration(value as Duration);
  } catch (error) {
    report(path, (error as Error).message, 'invalid-field');
    return value;
  }
}
