/** Options of decision links, and their addresses. */
import { type Check, type Checks, fields, must } from '@org/approval-internal/options';
import { parseUrl } from '@org/approval-internal/parse-url';
import { LOOK_CHECKS, type LookOptions } from '../look.js';

/** Address, brand and languages of the decision pages. */
export interface LinksOptions extends LookOptions {
  /**
   * Base URL of `/v2/decide/` for browsers, such as `https://approvals.example.com`; includes
   * `basePath`.
   */
  readonly baseUrl: string;
}

const url: Check = must('an http: or https: URL without query and fragment', (value) => {
  const parsed = typeof value === 'string' ? parseUrl(value) : null;
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '';
});
const CHECKS: Checks<LinksOptions> = { ...LOOK_CHECKS, baseUrl: url };
export const linksCheck: Check = fields(CHECKS);

/** Matches any token, so that every answer below `/v2/decide/` has the headers of these pages. */
const PATH = /^\/v2\/decide\/(.*)$/s;

/** Returns the token in a path; null for other paths. */
export const tokenOf = (path: string, basePath: string): string | null =>
  path.startsWith(basePath) ? (PATH.exec(path.slice(basePath.length))?.[1] ?? null) : null;
