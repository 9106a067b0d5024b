/**
 * The conformance kit of a customer's comment backend: functions or URLs in, findings out. It writes threads of its own
 * into the organization that it is given, and says which rule does not hold, what that costs, and how to mend it.
 */
import { BACKEND_RULES, isRecord } from './rules.js';

/** The three operations, as a comment provider has them. */
export interface CommentBackendFunctions {
  readonly get: (request: never) => Promise<unknown>;
  readonly save: (request: never) => Promise<unknown>;
  readonly delete: (request: never) => Promise<unknown>;
}

/** The three endpoints, with the headers that each call needs. */
export interface CommentBackendUrls {
  readonly getUrl: string;
  readonly saveUrl: string;
  readonly deleteUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What to try, and where. */
export interface CommentBackendOptions {
  readonly backend: CommentBackendFunctions | CommentBackendUrls;
  /** An organization for tests: threads are left in it. */
  readonly organizationId: string;
  /** A document of it that the caller may write to. */
  readonly documentId: string;
  /** The person that the headers or functions call as. */
  readonly userId: string;
}

/** A rule that does not hold. */
export interface CommentBackendFinding {
  /** The rule, in a sentence. */
  readonly rule: string;
  /** `loses-words`: acknowledged words can be overwritten or come back. `wrong-answer`: the client cannot work with it. */
  readonly severity: 'loses-words' | 'wrong-answer';
  /** What was seen. */
  readonly seen: string;
  /** What the backend has to do. */
  readonly fix: string;
}

/** An answer of the backend, whatever it is. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Call = (operation: 'get' | 'save' | 'delete', request: object) => Promise<Answer>;

/**
 * Tries a comment backend, and returns what it lacks; empty: it lacks nothing.
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
 * console.log(findings[0]?.rule); // → what is saved is found again
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
