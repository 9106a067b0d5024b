/** Tokens from the host's function: checked, with one refresh shared by concurrent calls. */
import { ApprovalClientError } from './error.js';
import { bounded } from '@org/approval-internal/time';

/**
 * Returns the token for a call. Called before every attempt, so cache it until shortly before it
 * expires; `forceRefresh` means that the engine refused the last one and needs a new one. Calls
 * refused during a refresh wait for it.
 */
export type GetAuthToken = (options: { readonly forceRefresh: boolean }) => string | Promise<string>;

/** True for visible ASCII, which a header can hold as it is. */
export const isHeaderText = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** @param timeoutMs limit on a refresh, so that a hanging one does not block all later calls. */
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
