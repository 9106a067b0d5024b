/** Approver pages over an engine, asked as a user by a header. */
import type { ApprovalEngine, HumanConfig } from '@org/approval-core';
import type { OperationRequest } from '@org/approval-core/views';
import { type ApproverPagesOptions, approverPages } from '../pages/pages.js';

export interface Given {
  readonly headers: Readonly<Record<string, string>>;
  readonly options: Partial<ApproverPagesOptions> &
    Partial<Pick<OperationRequest<'executions/dispatch'>, 'presentation' | 'subject'>> & {
      readonly name?: string;
      readonly commentBody?: string;
      readonly form?: HumanConfig['form'];
    };
}

/**
 * Characters that people cannot see; spaces of `Intl` and line breaks of the markup are allowed.
 */
export const UNSEEN = /(?!\n)[\p{Cc}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

export function pagesOf(engine: ApprovalEngine, options: Partial<ApproverPagesOptions> = {}) {
  const handler = approverPages({
    ...{ engine, basePath: '/approvals', hosts: ['acme.example'] },
    authenticate: ({ headers }) => {
      const userId = headers['x-user'];
      return typeof userId === 'string' ? { workspaceId: 'default', userId } : null;
    },
    namesOf: () => ({ ann: 'Ann Adler', ben: 'Ben Bauer', jonas: 'Jonas Feldmann' }),
    ...options,
  });
  /** Gets a page, or sends a form to it; headers default to those of a page of the same origin. */
  const call = async (
    address: string,
    user: string | null,
    fields?: Readonly<Record<string, string>>,
    headers: Given['headers'] = SAME_ORIGIN,
  ) => {
    const [path = '', query = ''] = address.split('?');
    const type = 'application/x-www-form-urlencoded';
    const response = await handler({
      ...{ method: fields === undefined ? 'GET' : 'POST', path: `/approvals/${path}`, query },
      headers: {
        ...headers,
        ...(fields !== undefined && { 'content-type': type }),
        ...(user !== null && { 'x-user': user }),
      },
      remoteAddress: '192.0.2.1',
      body: {
        kind: 'bytes',
        bytes: new TextEncoder().encode(fields === undefined ? '' : String(new URLSearchParams(fields))),
      },
    });
    return {
      status: response.status,
      headers: response.headers,
      text: response.body,
      stream: response.stream,
    };
  };
  return { call };
}
