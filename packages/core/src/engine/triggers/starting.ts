/** Starts the execution of a trigger, and says if a failure is worth another try. */
import type { StartedBy } from '../../interpreter/header.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { TriggerError } from '../../ports/store/triggers.js';
import { HostRefusal } from '../commit/host-commit.js';
import type { Dispatcher } from '../commit/dispatcher.js';
import { type ApprovalError, unavailable } from '../errors.js';
import type { DispatchRequest } from '../shapes/executions/requests.js';

/** Result of a try. */
export type Started =
  | { readonly kind: 'started'; readonly executionId: string }
  /** The version is not the newest one any more. */
  | { readonly kind: 'outdated' }
  /** No further try can succeed. */
  | { readonly kind: 'refused'; readonly error: TriggerError }
  /** The store or the host did not take it now. */
  | { readonly kind: 'again'; readonly error: TriggerError };

export async function startOf(
  dispatcher: Dispatcher,
  version: DefinitionVersion,
  request: Omit<DispatchRequest, 'definitionId'>,
  { startedBy, now }: { readonly startedBy: StartedBy; readonly now: number },
): Promise<Started> {
  try {
    const result = await dispatcher.dispatchNewest(version, request, startedBy);
    return result === null ? { kind: 'outdated' } : { kind: 'started', executionId: result.executionId };
  } catch (thrown) {
    const error = unavailable(thrown);
    const told = triggerError(error, now);
    return { kind: isPassing(error) ? 'again' : 'refused', error: told };
  }
}

/** An unexpected fault may be fixed by the next release, so nothing is given up for it. */
const isPassing = (error: ApprovalError): boolean =>
  error instanceof HostRefusal || error.status === 'UNAVAILABLE' || error.status === 'INTERNAL';

/** The error as a trigger keeps it. */
export const triggerError = ({ status, message, details }: ApprovalError, at: number): TriggerError => ({
  code: typeof details['code'] === 'string' ? details['code'] : status,
  message: message.slice(0, MESSAGE_LENGTH),
  at,
});

const MESSAGE_LENGTH = 500;

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 300_000;

/** Delay before another try, by the number of those before. */
export const delayAfter = (attempt: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20));
