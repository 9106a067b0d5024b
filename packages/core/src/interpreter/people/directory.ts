/** Questions to the host's directory about the people of a step, and its answers. */
import type { JsonValue } from '../../definition/json.js';

/** A question to the directory. */
export type Asked =
  | { readonly ask: 'members'; readonly kind: 'group' | 'role'; readonly name: string }
  | { readonly ask: 'manager'; readonly userId: string }
  | { readonly ask: 'attribute'; readonly userId: string; readonly attribute: string };

/** Answers of the directory in one attempt. */
export interface Answers {
  /** `userIds` is null if the directory does not know the group or role. */
  readonly members: readonly {
    readonly kind: 'group' | 'role';
    readonly name: string;
    readonly userIds: readonly string[] | null;
  }[];
  readonly managers: readonly { readonly userId: string; readonly managerId: string | null }[];
  readonly attributes: readonly {
    readonly userId: string;
    readonly attribute: string;
    readonly value: JsonValue;
  }[];
}

export const NO_ANSWERS: Answers = { members: [], managers: [], attributes: [] };
