/** What a model is told: what ran where that is not what it sent, and why nothing was executed. Always words that are true. */
import { beginning } from '@org/approval-internal/character-count';
import type { JsonObject } from '@org/approval-core';
import { describeError } from '@org/approval-core/internal';
import type { Permit, Refused } from '../types.js';
import { itemsOf, stringIn } from './fields.js';

/** Longest `error` of an outcome. */
const ERROR_CHARACTERS = 2_000;

/** A call that was executed; once, here and now. */
interface Executed {
  /** Whether it was executed, by this answer. */
  readonly executed: true;
  /** The permit that was spent on it, with the call that was executed. */
  readonly permit: Permit;
  /** Whether a person changed the arguments. */
  readonly changed: boolean;
}

/** What came of a call that was asked about. */
export type Ran<R> =
  | (Executed & {
      /** Whether the tool returned. */
      readonly ok: true;
      /** What it returned. */
      readonly result: R;
    })
  | (Executed & {
      /** Whether the tool returned. */
      readonly ok: false;
      /** What it threw. */
      readonly error: unknown;
    })
  | {
      /** Whether it was executed, by this answer. */
      readonly executed: false;
      /** The permit as it is. */
      readonly permit: Permit;
      /** What `redeem` said. */
      readonly refused: Refused;
      /** Why not, in words for a model. */
      readonly message: string;
    };

/** What a model is told in place of a result, or beside one: it never has to guess what ran. */
export interface Told {
  /** Which permit. */
  permitId: string;
  /** Whether the call was executed, by this answer. */
  executed: boolean;
  /** In words. */
  message: string;
  /** The arguments that were executed, where they are not those of the model. */
  arguments?: JsonObject;
}

/** What somebody threw, as text. */
export const textOf = (error: unknown) => storable(describeError(error));

/** As an outcome takes it: what was executed is not left without one for what its tool said. */
const storable = (text: string) => beginning(text.replaceAll('\0', '').toWellFormed(), ERROR_CHARACTERS);

/** What a tool says of its failure, in the content of a message: a text, or parts of which some are texts. */
export function faultIn(content: unknown): string {
  const parts = Array.isArray(content) ? itemsOf(content) : [{ text: content }];
  const texts = parts.flatMap((it) => stringIn(it, 'text') ?? []);
  return storable(texts.join('\n')) || 'the tool said that it failed, and not why';
}

const ENDED: Record<string, string> = {
  'denied-before': 'people denied exactly this call a few minutes ago',
  'no-rule': 'no rule allows this tool',
  'policy-faulty': 'the rule for this tool is faulty, and an administrator has to mend it',
  rejected: 'people rejected it',
  replaced: 'another call took its place',
};

/** Why a call was not executed, for a model: one paragraph, with what it may do about it. */
export function whyNot(
  { why, code, difference }: Pick<Refused, 'why' | 'code' | 'difference'>,
  permit: Permit,
): string {
  const because = code === null ? '' : `: ${ENDED[code] ?? code}`;
  switch (why) {
    case 'pending':
      return 'Not executed: people have not answered yet. Do not assume that they will approve.';
    case 'denied':
      return `Not executed: denied${because}. Do not ask for it again unless you are told to.`;
    case 'expired':
      return permit.grantedAt === null
        ? 'Not executed: nobody approved it in time.'
        : 'Not executed: it was approved, but not carried out before the approval ran out.';
    case 'revoked':
      return `Not executed: the request was taken back${because}.`;
    case 'spent':
      return `Not executed again: ${spent(permit)}`;
    case 'mismatch':
      return `Not executed: these are not the arguments that were approved (they differ at ${difference.join(', ')}).`;
    case 'unknown':
    case 'wrong-requester':
      return 'Not executed: there is no permit for this call.';
  }
}

/** The same for a permit that people have not answered. */
export const stillPending = (permit: Permit) =>
  whyNot({ why: 'pending', code: null, difference: [] }, permit);

function spent({ outcome }: Permit): string {
  if (outcome === null || outcome === 'unknown')
    return 'it was started once before, and whether it finished is not known. Find out before you do anything about it.';
  if (outcome.ok) return 'it was executed before, successfully.';
  return `it was executed before, and failed${outcome.error === null ? '' : `: ${outcome.error}`}.`;
}

/** A call that was not executed. */
type NotRun = Extract<Ran<unknown>, { executed: false }>;
/** A call that was executed, whatever came of it. */
type DidRun = Extract<Ran<unknown>, { executed: true }>;

/** What the model has to be told in place of a result. */
export const refusalTold = ({ permit: { permitId }, message }: NotRun): Told => ({
  permitId,
  executed: false,
  message,
});

/** What the model has to be told beside a result; null where the result says it all. */
export function changeTold({ changed, permit: { permitId, call } }: DidRun): Told | null {
  if (!changed) return null;
  return { permitId, executed: true, message: CHANGED, arguments: call.args };
}

const CHANGED =
  'A person changed the arguments before approving. What was executed is in `arguments`, not what you sent; do not repeat your call.';

/**
 * What to hand to a model, in JSON: the result as it is, or beside it what a person changed, or why nothing was executed.
 * What the tool threw is thrown on, unless there is something to say beside it.
 */
export function answerOf<R>(ran: Ran<R>): R | { approval: Told; result?: R; error?: string } {
  if (!ran.executed) return { approval: refusalTold(ran) };
  const approval = changeTold(ran);
  if (!ran.ok) {
    if (approval === null) throw ran.error;
    return { approval, error: textOf(ran.error) };
  }
  return approval === null ? ran.result : { approval, result: ran.result };
}
