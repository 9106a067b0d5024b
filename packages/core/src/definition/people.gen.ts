// Generated from the schemas of people.ts by `npm run types`. Do not edit.
import type { DefinitionChain, DefinitionPool } from './people-sources.gen.js';

/** An entry of reviewers: exactly one of `userId`, `pool` and `chain`. */
export interface DefinitionReviewer {
  /** User id in the host's system, unique among the entries of the node. */
  userId?: string | undefined;
  /** Candidates, `count` of whom have to approve. */
  pool?: DefinitionPool | undefined;
  /** Chain of managers of a user. Each of them has to approve. */
  chain?: DefinitionChain | undefined;
  /** Number of candidates who have to approve, 1 to 50; 1 by default. */
  count?: number | undefined;
  /**
   * Makes the step wait until this entry is satisfied. Required with `userId`; false by default
   * for a pool, always true for a chain.
   */
  mandatory?: boolean | undefined;
  /** Weight of an approval in a rule of kind `weight`, 1 to 1,000; 1 by default. */
  weight?: number | undefined;
  /**
   * Makes a rejection by one of these people reject the step at once, regardless of the rule;
   * false by default.
   */
  veto?: boolean | undefined;
  /**
   * Turn of these people, 1 to 50; 1 by default. They are asked once the mandatory entries of
   * all lower orders are satisfied.
   */
  order?: number | undefined;
}

/** Approvals needed in addition to the mandatory entries. */
export type DefinitionDecisionRule =
  | {
      /** A number of people. */
      kind: 'count';
      /** Number of approvals needed, 1 to 500. */
      approvals: number;
      /**
       * Number of rejections that reject the step at once, 1 to 500. Without it, the step is
       * rejected when approval is out of reach.
       */
      rejections?: number | undefined;
    }
  | {
      /** A percentage of people. */
      kind: 'percent';
      /** Approvals needed, in percent, 1 to 100. */
      approvals: number;
      /**
       * Base of the percentage: everybody found (`eligible`), or those who did not abstain
       * (`cast`).
       */
      of: 'eligible' | 'cast';
    }
  | {
      /** A total weight. */
      kind: 'weight';
      /** Total weight of approvals needed, 1 to 500,000. */
      approvals: number;
    };

/** A field of a form. */
export interface DefinitionFormField {
  /** Name of the field in `values`, unique in its form. */
  name: string;
  /** Type of its value; strings have up to 2,000 characters. */
  type: 'string' | 'number' | 'boolean' | 'choice';
  /** Choices, 1 to 50 strings. Required for `choice`, and only allowed there. */
  choices?: string[] | undefined;
  /** Requires every approval to fill in the field; false by default. */
  required?: boolean | undefined;
}

/** A form that approvals fill in. */
export interface DefinitionForm {
  /** Fields of the form, 1 to 50. */
  fields: DefinitionFormField[];
}
