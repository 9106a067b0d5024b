/** Sources of an entry's people, and results. */
import type { UserIdLists } from './user-ids.js';
import type { Excluded } from './excluded.js';
import type { ValueSource } from '../../compile/compiled-people.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { readPath } from '../../expression/variable.js';
import type { Answers, Asked } from './directory.js';

export interface Sources {
  /** Input of value paths: the output of the previous step, and the input of the execution. */
  readonly values: JsonObject;
  readonly excluded: Excluded;
  /** Answers of the directory so far. */
  readonly answers: Answers;
  readonly userIdLists: UserIdLists;
}

export type Failure = 'reviewers-unresolved' | 'reviewers-insufficient';

/** People of an entry, a question to the directory, or a failure. */
export type Found =
  | { readonly kind: 'people'; readonly userIds: readonly string[] }
  | { readonly kind: 'asks'; readonly asked: Asked }
  | { readonly kind: 'failed'; readonly code: Failure; readonly why: string };

export const people = (userIds: readonly string[]): Found => ({ kind: 'people', userIds });
export const unresolved = (why: string): Found => ({ kind: 'failed', code: 'reviewers-unresolved', why });
export const insufficient = (why: string): Found => ({ kind: 'failed', code: 'reviewers-insufficient', why });

export const valueAt = ({ var: path }: ValueSource, values: JsonObject): JsonValue | undefined =>
  readPath(values, path.split('.')) as JsonValue | undefined;
