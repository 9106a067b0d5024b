/** Tokens from the host's hook: checked, and one refresh for all who need it. */
import { ApprovalClientError } from './error.js';
import { bounded } from '@org/approval-internal/time';

/**
 * Gives the token to call with. Asked before every attempt, so keep it until shortly before it expires; with
 * `forceRefresh` the engine has refused the one you gave, and only a new one helps. Calls that are refused while a
 * refresh is under way wait for that one.
 */
export type GetAuthToken = (options: { readonly forceRefresh: boolean }) => string | Promise<string>;

/** Visible ASCII: what goes into a header as it is. */
export const isHeaderText = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** @param timeoutMs of a refresh, so that one that hangs does not hold up the calls of all times. */
export function sharingRefreshes(getAuthToken: GetAuthToken, timeoutMs: number): GetAuthToken {
  let refresh: Promise<string> | null = null;

  async function ask(forceRefresh: boolean): Promise<string> {
    const token: unknown = await getAuthToken({ forceRefresh });
    if (isHeaderText(token)) return token;
    throw new ApprovalClientError(
      'UNAUTHENTICATED',
      'getAuthToken gave no token; it must give a text without spaces and line breaks',
    );
  }

  return ({ forceRefresh }) => {
    if (!forceRefresh) return ask(false);
    refresh ??= bounded(timeoutMs, undefined, () => ask(true)).finally(() => {
      refresh = null;
    });
    return refresh;
  };
}
