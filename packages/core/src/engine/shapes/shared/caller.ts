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
import { isPlainObject } from '../../../definition/json.js';
import type { Via } from '../../../interpreter/state.js';
import { type Visible, VISIBLE_FIELDS } from '../../../ports/store/visible.js';
import { ApprovalError } from '../../errors.js';

/** Restrictions of a caller and its details for events; by default there are neither. */
export interface Caller {
  /**
   * User whose executions it may read: those this user is a party of. null: none. Omitted: any
   * execution.
   */
  readonly readsAs?: string | null | undefined;
  /** Restriction of the runs it sees. */
  readonly visible?: Visible | undefined;
  /** Base URL of the decision page, before `/v2/decide/`; null or omitted: not served. */
  readonly linksBaseUrl?: string | null | undefined;
  /** True if it may create links that decide programs' requests; false by default. */
  readonly relaysPermits?: boolean | undefined;
  /**
   * True if its decisions are on the content of a message: one without a `subjectDigest` is for a
   * run without a subject, and is refused (`subject-changed`) if it has one by now. False by
   * default.
   */
  readonly decidesAsShown?: boolean | undefined;
  /** Authentication of the caller, for decision events. */
  readonly via?: Via | null | undefined;
}

/** Most ids of one kind in `Visible`. */
export const MAX_VISIBLE_IDS = 1_000;

/** Returns the fault of a host's `Visible`, or null. */
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
 * Checks a caller's fields by name, because a misspelt restriction would restrict nothing.
 * @throws TypeError that lists every fault.
 */
export const checkCaller = (caller: Caller): void => checkOptions('forWorkspace', caller, CALLER);

/** The user that a listing is narrowed to: the caller's own, unless it may read any execution. */
export function ownUser({ readsAs }: Caller, asked: string | undefined): string | null | undefined {
  if (readsAs === undefined) return asked;
  if (asked === undefined || asked === readsAs) return readsAs;
  throw new ApprovalError(
    'PERMISSION_DENIED',
    'this needs the permission executions:read-any; without it leave the user out, or give your own',
  );
}
