/** Who the people of a step are (contract section 17), why it cannot have any, or what the directory has to say first. */
import type { CompiledEntry, CompiledPeople, ValueSource } from '../../compile/compiled-people.js';
import { actorId } from '../../definition/identifiers.js';
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
  /** The directory has to say more. */
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
    const message = `the node has ${places.length} people, and may have ${LIMITS.people}`;
    return failedWith('reviewers-unresolved', message);
  }
  if (places.length === 0 || isOutOfReach(rules, countedPlaces(places, []))) {
    const message = `not even approvals from all ${places.length} people who were found would approve the step`;
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

/** The people that an entry stands for; a chain passes over whoever is excluded. */
function peopleOfEntry(entry: CompiledEntry, sources: Sources): Found {
  if (entry.kind === 'person') return people([entry.userId]);
  if (entry.kind === 'chain') return walkChain(entry, sources);
  const { source } = entry;
  if ('users' in source) return people(source.users);
  if ('var' in source) return userIdsOf(source, sources);
  const { kind, name } = source.directory;
  const known = sources.answers.members.find((it) => it.kind === kind && it.name === name);
  if (known === undefined) return { kind: 'asks', asked: { ask: 'members', kind, name } };
  if (known.userIds === null) return unresolved(`the directory knows no ${kind} "${name}"`);
  return bounded(known.userIds, `${kind} "${name}"`);
}

function userIdsOf(source: ValueSource, { values, checked }: Sources): Found {
  const value = valueAt(source, values);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!areUserIds(list, checked))
    return unresolved(`"${source.var}" is neither a userId nor a list of userIds`);
  return bounded(list, `"${source.var}"`);
}

function areUserIds(list: readonly unknown[], checked: Sources['checked']): list is readonly string[] {
  if (checked.has(list)) return true;
  const all = list.every((it) => actorId.safeParse(it).success);
  if (all) checked.add(list);
  return all;
}

const bounded = (userIds: readonly string[], what: string): Found =>
  userIds.length <= LIMITS.people
    ? people(userIds)
    : unresolved(`${what} names ${userIds.length} people, and may name ${LIMITS.people}`);
