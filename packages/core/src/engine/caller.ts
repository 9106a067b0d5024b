/** On whose behalf the operations of a workspace are done. */
import {
  type Check,
  type Checks,
  checkOptions,
  object,
  optional,
  text,
  truth,
} from '@org/approval-internal/options';
import { isPlainObject } from '../definition/json.js';
import type { Via } from '../interpreter/state.js';
import { type Visible, VISIBLE_FIELDS } from '../ports/store/visible.js';
import { ApprovalError } from './errors.js';

/** What a caller may read, and what the events say of it; all of it by default, and nothing. */
export interface Caller {
  /** The user whose runs alone it reads: those that this user is a party of. null: none. Left out: any run. */
  readonly readsAs?: string | null | undefined;
  /** Which runs it sees at all. */
  readonly visible?: Visible | undefined;
  /** Where the decision page is served, in front of `/v2/decide/`; null or left out: nowhere. */
  readonly linksBaseUrl?: string | null | undefined;
  /** Whether it may make links that answer for what a program asks for; no by default. */
  readonly relaysPermits?: boolean | undefined;
  /**
   * Whether its decisions are on what a message showed: one without a `subjectDigest` is on a run that has no subject, and is
   * refused (`subject-changed`) where there is one by now. No by default.
   */
  readonly decidesAsShown?: boolean | undefined;
  /** How it proved who it is, for the events of what is decided. */
  readonly via?: Via | null | undefined;
}

/** Most ids of one kind in `Visible`. */
export const MAX_VISIBLE_IDS = 1_000;

/** What is wrong with a `Visible` that a host gave; null: nothing. */
export function visibleFault(given: unknown): string | null {
  if (!isPlainObject(given)) return 'visible must give an object';
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(VISIBLE_FIELDS, key));
  if (unknown !== undefined) return `visible gave "${unknown}", which it does not know`;
  for (const [field, ids] of Object.entries(given)) {
    if (ids === undefined)
      return `visible gave undefined as ${field}; leave it out for any, or give [] for none`;
    const isGood =
      Array.isArray(ids) && ids.length <= MAX_VISIBLE_IDS && ids.every((it) => typeof it === 'string');
    if (!isGood) return `visible must give up to ${MAX_VISIBLE_IDS} texts as ${field}`;
  }
  return null;
}

const orNull =
  (check: Check): Check =>
  (value, name) =>
    value === null ? [] : check(value, name);

const visible: Check = (value) => [visibleFault(value)].filter((it) => it !== null);

const CALLER: Checks<Caller> = {
  readsAs: optional(orNull(text)),
  visible: optional(visible),
  linksBaseUrl: optional(orNull(text)),
  relaysPermits: optional(truth),
  decidesAsShown: optional(truth),
  via: optional(orNull(object)),
};

/**
 * What narrows a caller, by name: one that is misspelt would narrow nothing.
 * @throws TypeError that says all that is wrong.
 */
export const checkCaller = (caller: Caller): void => checkOptions('forWorkspace', caller, CALLER);

export const unknownExecution = (executionId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `there is no execution "${executionId}"`);

/** The user that a listing is narrowed to: the caller's own, unless it may read any run. */
export function ownUser({ readsAs }: Caller, asked: string | undefined): string | null | undefined {
  if (readsAs === undefined) return asked;
  if (asked === undefined || asked === readsAs) return readsAs;
  throw new ApprovalError(
    'PERMISSION_DENIED',
    'this needs the permission executions:read-any; without it leave the user out, or give your own',
  );
}
