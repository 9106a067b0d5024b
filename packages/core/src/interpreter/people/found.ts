/** What the people of an entry are found from, and what was found. */
import type { ValueSource } from '../../compile/compiled-people.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { readPath } from '../../expression/variable.js';
import type { Answers, Asked } from './directory.js';

export interface Sources {
  /** What Values read: the output of the step before, and what the run is about. */
  readonly values: JsonObject;
  readonly excluded: ReadonlySet<string>;
  /** What the directory said so far. */
  readonly answers: Answers;
  /** Lists that are known to be of userIds; those that are found to be are added. */
  readonly checked: Set<readonly unknown[]>;
}

export type Failure = 'reviewers-unresolved' | 'reviewers-insufficient';

/** Whom an entry stands for, or why that cannot be said. */
export type Found =
  | { readonly kind: 'people'; readonly userIds: readonly string[] }
  | { readonly kind: 'asks'; readonly asked: Asked }
  | { readonly kind: 'failed'; readonly code: Failure; readonly why: string };

export const people = (userIds: readonly string[]): Found => ({ kind: 'people', userIds });
export const unresolved = (why: string): Found => ({ kind: 'failed', code: 'reviewers-unresolved', why });
export const insufficient = (why: string): Found => ({ kind: 'failed', code: 'reviewers-insufficient', why });

export const valueAt = ({ var: path }: ValueSource, values: JsonObject): JsonValue | undefined =>
  readPath(values, path.split('.')) as JsonValue | undefined;
