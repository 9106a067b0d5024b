/** Walks a chain of managers (contract section 17) with the directory's answers so far. */
import type { CompiledEntry } from '../../compile/compiled-people.js';
import { actorId } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';
import { type Found, type Sources, insufficient, people, unresolved, valueAt } from './found.js';

type ChainEntry = Extract<CompiledEntry, { kind: 'chain' }>;

/** Returns the managers level by level. Excluded users are skipped without ending the chain. */
export function walkChain(entry: ChainEntry, sources: Sources): Found {
  const start = startOf(entry, sources);
  if (start === null) return unresolved(`"${entry.startAt.var}" is not a userId`);
  const atLeast = limitOf(entry, sources);
  if (atLeast === undefined) return unresolved('the limit of the chain is not a number');
  const met = new Set([start]);
  const levels: string[] = [];
  let current = start;
  while (levels.length < entry.maxLevels && met.size <= LIMITS.people) {
    const known = sources.answers.managers.find((it) => it.userId === current);
    if (known === undefined) return { kind: 'asks', asked: { ask: 'manager', userId: current } };
    const { managerId } = known;
    if (managerId === null || met.has(managerId)) break;
    met.add(managerId);
    current = managerId;
    if (sources.excluded.has(managerId)) continue;
    levels.push(managerId);
    if (entry.untilLimit === null || atLeast === null) continue;
    const ends = hasLimit(managerId, entry.untilLimit.attribute, atLeast, sources);
    if (ends === null) {
      const { attribute } = entry.untilLimit;
      return { kind: 'asks', asked: { ask: 'attribute', userId: managerId, attribute } };
    }
    if (ends) return people(levels);
  }
  if (entry.untilLimit !== null) return insufficient('no manager in the chain reaches its limit');
  return levels.length > 0 ? people(levels) : insufficient(`"${start}" has no manager who may decide`);
}

function startOf({ startAt }: ChainEntry, { values, userIdLists }: Sources): string | null {
  const value = valueAt(startAt, values);
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const { success, data } = actorId.safeParse(one);
  return success ? userIdLists.normalize(data) : null;
}

/** null if the chain has no limit; undefined if its limit is not a number. */
function limitOf({ untilLimit }: ChainEntry, { values }: Sources): number | null | undefined {
  if (untilLimit === null) return null;
  const { atLeast } = untilLimit;
  const value = typeof atLeast === 'number' ? atLeast : valueAt(atLeast, values);
  return typeof value === 'number' ? value : undefined;
}

/** null if the directory has not answered yet. */
function hasLimit(userId: string, attribute: string, atLeast: number, { answers }: Sources): boolean | null {
  const known = answers.attributes.find((it) => it.userId === userId && it.attribute === attribute);
  if (known === undefined) return null;
  return typeof known.value === 'number' && known.value >= atLeast;
}
