/** Who the people of a step are (contract section 17), or why it cannot have any. */
import type { CompiledEntry, CompiledPeople } from '../../compile/compiled-people.js';
import { actorId } from '../../definition/identifiers.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { readPath } from '../../expression/variable.js';
import type { Place, StepError } from '../state.js';
import { isOutOfReach } from './counting.js';
import { countedPlaces, placesOf, withAsked } from './places.js';

export type Resolved =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly error: StepError };

/** `source` is what Values read: the output of the step before, and what the run is about. */
export function resolvePeople(rules: CompiledPeople, source: JsonObject): Resolved {
  const found: (readonly string[])[] = [];
  for (const [index, entry] of rules.entries.entries()) {
    const people = peopleOfEntry(entry, source);
    if (typeof people === 'string') return failure('reviewers-unresolved', `reviewers[${index}]: ${people}`);
    found.push(people);
  }
  return placed(rules, found);
}

function placed(rules: CompiledPeople, found: readonly (readonly string[])[]): Resolved {
  const places = placesOf(rules.entries, found);
  if (places.length > LIMITS.people) {
    const message = `the node has ${places.length} people, and may have ${LIMITS.people}`;
    return failure('reviewers-unresolved', message);
  }
  if (isOutOfReach(rules, countedPlaces(places, []))) {
    const message = `not even approvals from all ${places.length} people who were found would approve the step`;
    return failure('reviewers-insufficient', message);
  }
  return { ok: true, places: withAsked(rules, places, []) };
}

const failure = (code: string, message: string): Resolved => ({ ok: false, error: { code, message } });

/** The people that an entry stands for, or what is wrong. */
function peopleOfEntry(entry: CompiledEntry, source: JsonObject): readonly string[] | string {
  if (entry.kind === 'person') return [entry.userId];
  if ('users' in entry.source) return entry.source.users;
  const path = entry.source.var;
  return userIdsOf(readPath(source, path.split('.')) as JsonValue | undefined, path);
}

function userIdsOf(value: JsonValue | undefined, path: string): readonly string[] | string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > LIMITS.people)
    return `"${path}" names ${list.length} people, and may name ${LIMITS.people}`;
  const isPeople = list.every((it) => actorId.safeParse(it).success);
  return isPeople ? (list as readonly string[]) : `"${path}" is neither a userId nor a list of userIds`;
}
