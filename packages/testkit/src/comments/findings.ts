/**
 * Conformance kit for the comment backend of a host: functions or URLs in, findings out. It writes
 * its own threads into the given organization, and reports each broken rule with its consequence
 * and its fix.
 */
import { BACKEND_RULES, isRecord } from './rules.js';

/** The three operations of a comment provider. */
export interface CommentBackendFunctions {
  readonly get: (request: never) => Promise<unknown>;
  readonly save: (request: never) => Promise<unknown>;
  readonly delete: (request: never) => Promise<unknown>;
}

/** The three endpoints, with the headers of each call. */
export interface CommentBackendUrls {
  readonly getUrl: string;
  readonly saveUrl: string;
  readonly deleteUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The backend, and data to try it on. */
export interface CommentBackendOptions {
  readonly backend: CommentBackendFunctions | CommentBackendUrls;
  /** An organization for tests: threads stay in it. */
  readonly organizationId: string;
  /** A document of the organization that the caller may write to. */
  readonly documentId: string;
  /** The user that the headers or functions call as. */
  readonly userId: string;
}

/** A broken rule. */
export interface CommentBackendFinding {
  /** The rule, in a sentence. */
  readonly rule: string;
  /**
   * `loses-words`: acknowledged text can be overwritten or reappear. `wrong-answer`: the client
   * cannot work with it.
   */
  readonly severity: 'loses-words' | 'wrong-answer';
  /** Observed behavior. */
  readonly seen: string;
  /** Required behavior. */
  readonly fix: string;
}

/** Any response of the backend. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Call = (operation: 'get' | 'save' | 'delete', request: object) => Promise<Answer>;

/**
 * Tests a comment backend and returns its faults; an empty list means it conforms.
 * @example
 * ```ts
 * import { commentBackendFindings } from '@org/approval-testkit';
 *
 * const done = { success: true, statusCode: 200 };
 * const forgetful = { get: async () => ({ ...done, data: {} }), save: async () => done, delete: async () => done };
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
