/** Finds the people of a step (contract section 17), fails, or asks the directory first. */
import type { CompiledEntry, CompiledPeople, ValueSource } from '../../compile/compiled-people.js';
import { LIMITS } from '../../definition/limits.js';
import type { StepError } from '../state.js';
import type { Chain, PeopleState } from '../people-state.js';
import { walkChain } from './chain.js';
import { isOutOfReach } from './counting.js';
import type { Asked } from './directory.js';
import { type Failure, type Found, type Sources, people, unresolved, valueAt } from './found.js';
import { countedPlaces, placesOf, withAsked } from './places.js';

export type Resolved =
  | { readonly kind: 'found'; readonly people: PeopleState }
  | { readonly kind: 'failed'; readonly error: StepError }
  /** More answers of the directory are needed. */
  | { readonly kind: 'asks'; readonly asked: readonly Asked[] };

export function resolvePeople(rules: CompiledPeople, sources: Sources): Resolved {
  const found = rules.entries.map((entry) => peopleOfEntry(entry, sources));
  const failed = found.findIndex((it) => it.kind === 'failed');
  const failure = found[failed];
  if (failure?.kind === 'failed') return failedWith(failure.code, `reviewers[${failed}]: ${failure.why}`);
  const asked = found.flatMap((it) => (it.kind === 'asks' ? [it.asked] : []));
  if (asked.length > 0) return { kind: 'asks', asked };
  const lists = found.map((it) =>
    it.kind === 'people' ? it.userIds.filter((userId) => !sources.excluded.has(userId)) : [],
  );
  return placed(rules, lists);
}

function placed(rules: CompiledPeople, found: readonly (readonly string[])[]): Resolved {
  const places = placesOf(rules.entries, found);
  if (places.length > LIMITS.people) {
    const message = `the node has ${places.length} people, and the limit is ${LIMITS.people}`;
    return failedWith('reviewers-unresolved', message);
  }
  if (places.length === 0 || isOutOfReach(rules, countedPlaces(places, []))) {
    const message = `approvals from all ${places.length} people found would not approve the step`;
    return failedWith('reviewers-insufficient', message);
  }
  const chains = rules.entries.flatMap((entry, index): Chain[] =>
    entry.kind === 'chain' ? [{ entry: index, levels: [...new Set(found[index])] }] : [],
  );
  const pools = rules.entries.flatMap(({ kind }, index) => (kind === 'pool' ? [index] : []));
  const state: PeopleState = {
    places,
    ...(chains.length > 0 && { chains }),
    ...(rules.allow.includes('substitute') && { substitutes: true, ...(pools.length > 0 && { pools }) }),
  };
  return { kind: 'found', people: { ...state, places: withAsked(rules, state, []) } };
}

const failedWith = (code: Failure, message: string): Resolved => ({
  kind: 'failed',
  error: { code, message },
});

/** Finds the people of an entry. A chain skips excluded users. */
function peopleOfEntry(entry: CompiledEntry, sources: Sources): Found {
  if (entry.kind === 'person') return people([entry.userId]);
  if (entry.kind === 'chain') return walkChain(entry, sources);
  const { source } = entry;
  if ('users' in source) return people(source.users);
  if ('var' in source) return userIdsOf(source, sources);
  const { kind, name } = source.directory;
  const known = sources.answers.members.find((it) => it.kind === kind && it.name === name);
  if (known === undefined) return { kind: 'asks', asked: { ask: 'members', kind, name } };
  if (known.userIds === null) return unresolved(`the directory does not know the ${kind} "${name}"`);
  return bounded(known.userIds, `${kind} "${name}"`);
}

function userIdsOf(source: ValueSource, { values, userIdLists }: Sources): Found {
  const value = valueAt(source, values);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!userIdLists.has(list)) return unresolved(`"${source.var}" is neither a userId nor a list of userIds`);
  return bounded(list.map(userIdLists.normalize), `"${source.var}"`);
}

const bounded = (userIds: readonly string[], what: string): Found =>
  userIds.length <= LIMITS.people
    ? people(userIds)
    : unresolved(`${what} names ${userIds.length} people, and the limit is ${LIMITS.people}`);
