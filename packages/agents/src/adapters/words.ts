/**
 * Texts for the model: what ran if it differs from the call, and why nothing was executed. Always
 * true.
 */
import { beginning } from '@org/approval-internal/character-count';
import type { JsonObject } from '@org/approval-core';
import { describeError } from '@org/approval-core/internal';
import type { Permit, Refused } from '../types.js';
import { itemsOf, stringIn } from './fields.js';

/** Longest `error` of an outcome. */
const ERROR_CHARACTERS = 2_000;

/** A call that was executed once, by this adapter. */
interface Executed {
  /** True when this call of the adapter executed it. */
  readonly executed: true;
  /** The permit that was spent on it, with the call that was executed. */
  readonly permit: Permit;
  /** True when a person changed the arguments. */
  readonly changed: boolean;
}

/** Result of a call after the gate decided on it. */
export type Ran<R> =
  | (Executed & {
      /** True when the tool returned. */
      readonly ok: true;
      /** Return value of the tool. */
      readonly result: R;
    })
  | (Executed & {
      /** False when the tool threw. */
      readonly ok: false;
      /** Error that the tool threw. */
      readonly error: unknown;
    })
  | {
      /** False when nothing was executed by this call of the adapter. */
      readonly executed: false;
      /** Current state of the permit. */
      readonly permit: Permit;
      /** Refusal of `redeem`. */
      readonly refused: Refused;
      /** Reason, in words for a model. */
      readonly message: string;
    };

/**
 * Message for a model in place of a result, or beside one: the model never has to guess what ran.
 */
export interface Told {
  /** Id of the permit. */
  permitId: string;
  /** True when this call of the adapter executed it. */
  executed: boolean;
  /** Explanation for the model. */
  message: string;
  /** The arguments that were executed, if they differ from the model's. */
  arguments?: JsonObject;
}

/** Text of a thrown value. */
export const textOf = (error: unknown) => storable(describeError(error));

/** Makes the text valid for an outcome, so that the report is never refused for it. */
const storable = (text: string) => beginning(text.replaceAll('\0', '').toWellFormed(), ERROR_CHARACTERS);

/** Error text in the content of a message: a string, or a list of parts with strings. */
export function faultIn(content: unknown): string {
  const parts = Array.isArray(content) ? itemsOf(content) : [{ text: content }];
  const texts = parts.flatMap((it) => stringIn(it, 'text') ?? []);
  return storable(texts.join('\n')) || 'the tool said that it failed, and not why';
}

const ENDED: Record<string, string> = {
  'denied-before': 'people denied exactly this call a few minutes ago',
  'no-rule': 'no rule allows this tool',
  'policy-faulty': 'the rule for this tool is faulty, and an administrator has to fix it',
  rejected: 'people rejected it',
  replaced: 'another call took its place',
};

/** Explains to a model why a call was not executed, and what it may do. */
export function whyNot(
  { why, code, difference }: Pick<Refused, 'why' | 'code' | 'difference'>,
  permit: Permit,
): string {
  const because = code === null ? '' : `: ${ENDED[code] ?? code}`;
  switch (why) {
    case 'pending':
      return 'Not executed: people have not answered yet. Do not assume that they will approve.';
    case 'denied':
      return `Not executed: denied${because}. Do not ask for it again unless you are instructed to.`;
    case 'expired':
      return permit.grantedAt === null
        ? 'Not executed: it was not approved in time.'
        : 'Not executed: it was approved, but not carried out before the approval ran out.';
    case 'revoked':
      return `Not executed: the request was taken back${because}.`;
    case 'spent':
      return `Not executed again: ${spent(permit)}`;
    case 'mismatch':
      return `Not executed: these are not the arguments that were approved (they differ at ${difference.join(', ')}).`;
    case 'unknown':
    case 'wrong-requester':
      return 'Not executed: this call has no permit.';
  }
}

/** The text for a permit that is still pending. */
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
/** A call that was executed, successfully or not. */
type DidRun = Extract<Ran<unknown>, { executed: true }>;

/** Message for the model in place of a result. */
export const refusalTold = ({ permit: { permitId }, message }: NotRun): Told => ({
  permitId,
  executed: false,
  message,
});

/** Message for the model beside a result; null if the result needs none. */
export function changeTold({ changed, permit: { permitId, call } }: DidRun): Told | null {
  if (!changed) return null;
  return { permitId, executed: true, message: CHANGED, arguments: call.args };
}

const CHANGED =
  'A person changed the arguments before approving. What was executed is in `arguments`, not what you sent; do not repeat your call.';

/**
 * Returns the JSON to hand to a model: the result, the result with the changes of a person, or why
 * nothing was executed. Rethrows the tool's error, unless the model must also learn of a change.
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
