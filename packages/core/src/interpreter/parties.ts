/** Parties of an execution (docs/reference/contract.md, section 18). A party stays a party. */
import { type EngineEvent, entryOf } from './event.js';
import type { Names } from './events/entry.js';
import type { ExecutionState } from './state.js';

const NONE: readonly never[] = Object.freeze([]);

/** Users that these events make parties, each once. Reuses an event's list if it is equal. */
export function partiesOf(events: Iterable<EngineEvent>): readonly string[] {
  const found = new Set<string>();
  let last: Names = NONE;
  for (const event of events) {
    const named = entryOf(event.type).parties(event.data);
    if (named.length === 0) continue;
    last = named;
    for (const name of named) if (name != null) found.add(name);
  }
  const all = [...found];
  return isSame(last, all) ? last : all;
}

const isSame = (names: Names, others: readonly string[]): names is readonly string[] =>
  names.length === others.length && names.every((it, index) => it === others[index]);

/** Initiator and contributors of an execution. */
export function partiesOfHeader({ parties }: Pick<ExecutionState, 'parties'>): readonly string[] {
  if (parties === undefined) return NONE;
  const { initiatorId, contributorIds } = parties;
  return [...(initiatorId === null ? NONE : [initiatorId]), ...contributorIds];
}
