/**
 * Conformance kit for the comment backend of a host: functions or URLs in, findings out. It writes
 * its own threads into the given organization, and reports each broken rule with its consequence
 * and its fix.
 */
import { BACKEND_RULES, isRecord } from './rules.js';
import type {
  CommentBackendFunctions,
  CommentBackendUrls,
  CommentBackendOptions,
  CommentBackendFinding,
  Call,
} from './shapes.js';

export type {
  CommentBackendFunctions,
  CommentBackendUrls,
  CommentBackendOptions,
  CommentBackendFinding,
} from './shapes.js';

/**
 * Tests a comment backend and returns its faults; an empty list means it conforms.
 * @example
 * ```ts
 * import { commentBackendFindings } from '@org/approval-testkit';
 *
 * const done = { success: true, statusCode: 200 };
 * const forgetful = {
 *   get: async () => ({ ...done, data: {} }),
 *   save: async () => done,
 *   delete: async () => done,
 * };
 * const findings = await commentBackendFindings({
 *   backend: forgetful,
 *   ...{ organizationId: 'test', documentId: 'test', userId: 'ada' },
 * });
 * console.log(findings[0]?.rule); // → a saved thread can be read
 * ```
 */
export async function commentBackendFindings(
  options: CommentBackendOptions,
): Promise<readonly CommentBackendFinding[]> {
  const call = callerOf(options.backend);
  const findings: CommentBackendFinding[] = [];
  for (const { run, ...rule } of BACKEND_RULES) {
    const seen = await run({ ...options, call, annotationId: `conformance-${crypto.randomUUID()}` });
    if (seen !== null) findings.push({ ...rule, seen });
  }
  return findings;
}

function callerOf(backend: CommentBackendFunctions | CommentBackendUrls): Call {
  if ('get' in backend)
    return async (operation, request) => {
      const body = await backend[operation](request as never);
      const record = isRecord(body) ? body : {};
      return { status: typeof record.statusCode === 'number' ? record.statusCode : 0, body: record };
    };
  return async (operation, request) => {
    const answer = await fetch(backend[`${operation}Url`], {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...backend.headers },
      body: JSON.stringify(request),
    });
    const body: unknown = await answer.json().catch(() => ({}));
    return { status: answer.status, body: isRecord(body) ? body : {} };
  };
}
