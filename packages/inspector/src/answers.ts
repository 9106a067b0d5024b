/** Responses with security headers, and errors as pages. */
import { ApprovalError } from '@org/approval-core';
import type { HttpResponse } from '@org/approval-internal/http';
import { messageOf } from '@org/approval-internal/errors';
import { html, textOf } from './html/html.js';
import { page } from './html/page.js';
import type { Site } from './html/site.js';
import { PageError } from './pages/context.js';

/** Allows nothing from other origins, nothing inline, and no frames. */
export const SECURITY = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export const made = (status: number, body: string): HttpResponse => ({
  status,
  headers: { ...SECURITY, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

const STATUS_OF: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
};

/** Shows errors that the visitor can fix; reports others and says only that. */
export function failure(site: Site, error: unknown, onError: (error: unknown) => void): HttpResponse {
  const status =
    error instanceof PageError
      ? error.status
      : error instanceof ApprovalError
        ? STATUS_OF[error.status]
        : undefined;
  if (status === undefined) onError(error);
  const message =
    status === undefined ? 'An internal error occurred. It has been reported.' : messageOf(error);
  const content = html`<p role="alert">${message}</p>
    ${
      status === 403
        ? html`<p>The operator of this service grants permissions.</p>`
        : html`<p><a href="${site.url('runs')}">To the runs</a></p>`
    }`;
  return made(status ?? 500, textOf(page(site, '', TITLES[status ?? 500] ?? 'The action failed', content)));
}

const TITLES: Readonly<Record<number, string>> = { 403: 'Not allowed', 404: 'Not found' };
