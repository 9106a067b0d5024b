/** What is asked of the host's directory while the people of a step are found, and what it said. */
import type { JsonValue } from '../../definition/json.js';

/** A question to the directory. */
export type Asked =
  | { readonly ask: 'members'; readonly kind: 'group' | 'role'; readonly name: string }
  | { readonly ask: 'manager'; readonly userId: string }
  | { readonly ask: 'attribute'; readonly userId: string; readonly attribute: string };

/** Everything that it said in one attempt. */
export interface Answers {
  /** null: it knows no such group or role. */
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
