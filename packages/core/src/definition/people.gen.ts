// Generated from the schemas of people.ts by `npm run types`. Do not edit.
import type { DefinitionChain, DefinitionPool } from './people-sources.gen.js';

/**
 * An entry of the people who decide: exactly one of `userId`, `pool` and `chain` says whom it stands for.
 */
export interface DefinitionReviewer {
  /** One person, by the id in the host's own system; unique among the entries of the node. */
  userId?: string | undefined;
  /** Candidates, of whom `count` have to approve. */
  pool?: DefinitionPool | undefined;
  /** The manager of somebody, the manager of that one, and so on: each of them has to approve. */
  chain?: DefinitionChain | undefined;
  /** How many candidates of the pool have to approve, 1 to 50; 1 by default. */
  count?: number | undefined;
  /**
   * Whether the step waits until this entry is satisfied. Required with `userId`; false by default for a
   * pool, and always true for a chain.
   */
  mandatory?: boolean | undefined;
  /** What an approval weighs in a rule of kind `weight`, 1 to 1,000; 1 by default. */
  weight?: number | undefined;
  /**
   * Whether a rejection by one of these people rejects the step at once, whatever the rule; false by
   * default.
   */
  veto?: boolean | undefined;
  /**
   * When these people are asked, 1 to 50: once the mandatory entries of all lower orders are satisfied; 1
   * by default.
   */
  order?: number | undefined;
}

/** When there are approvals enough, beside what mandatory entries need. */
export type DefinitionDecisionRule =
  | {
      /** So many people. */
      kind: 'count';
      /** Approvals that are enough, 1 to 500. */
      approvals: number;
      /**
       * Rejections that reject the step at once, 1 to 500; without it only what is out of reach is rejected.
       */
      rejections?: number | undefined;
    }
  | {
      /** So many of a hundred people. */
      kind: 'percent';
      /** Approvals that are enough, in percent, 1 to 100. */
      approvals: number;
      /** Percent of all who were found (`eligible`), or of those who did not abstain (`cast`). */
      of: 'eligible' | 'cast';
    }
  | {
      /** So much weight. */
      kind: 'weight';
      /** Weight of approvals that is enough, 1 to 500,000. */
      approvals: number;
    };

/** A field of a form. */
export interface DefinitionFormField {
  /** Name of the field in `values`, unique in its form. */
  name: string;
  /** What it takes; text is up to 2,000 characters. */
  type: 'string' | 'number' | 'boolean' | 'choice';
  /** What can be chosen, 1 to 50 texts; required for `choice`, and for nothing else. */
  choices?: string[] | undefined;
  /** Whether an approval has to fill it in; false by default. */
  required?: boolean | undefined;
}

/** What an approval has to fill in. */
export interface DefinitionForm {
  /** Its fields, 1 to 50. */
  fields: DefinitionFormField[];
}
