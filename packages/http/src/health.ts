/** `GET {base}/health`: readiness for anybody; store and queue details for an auditor. */
import type { ApprovalEngine } from '@org/approval-core';
import type { HttpRequest, HttpResponse } from '@org/approval-internal/http';
import type { Access } from './access/host-access.js';
import { allow, jsonText } from './answer.js';
import type { Principal } from './permissions.js';

/** Below `basePath`. */
export const HEALTH_PATH = '/health';
const OPERATION = 'health';
/**
 * Credentials may be looked up in the store being probed; a caller not identified in time is
 * anonymous.
 */
const IDENTIFY_MS = 2_000;

interface HealthParts {
  readonly engine: ApprovalEngine;
  readonly access: Access;
  readonly authenticate: (request: HttpRequest) => Promise<Principal>;
  /** Reports errors of the host's functions. */
  readonly report: (request: HttpRequest, requestId: string, error: unknown) => void;
}

/** A probe is never refused and costs no budget: frequent callers get the last answer again. */
export function healthPage({ engine, access, authenticate, report }: HealthParts) {
  async function auditor(request: HttpRequest): Promise<Principal | null> {
    const principal = await authenticate(request);
    if (!principal.permissions.has('executions:audit')) return null;
    await access.authorize(
      { principal, operation: OPERATION, data: {} },
      engine.forWorkspace(principal.workspaceId),
    );
    return principal;
  }

  async function bodyOf(request: HttpRequest, requestId: string) {
    const asked = auditor(request).catch((error: unknown) => {
      report(request, requestId, error);
      return null;
    });
    const principal = await inTime(asked);
    if (principal === null) return { ok: await engine.isHealthy() };
    return engine.forWorkspace(principal.workspaceId).health();
  }

  return async (request: HttpRequest, requestId: string): Promise<HttpResponse> => {
    allow(request, ['GET', 'HEAD']);
    const body = await bodyOf(request, requestId);
    const answer = jsonText(JSON.stringify(body), requestId);
    return { ...answer, status: body.ok ? 200 : 503, ...(request.method === 'HEAD' && { body: '' }) };
  };
}

async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), IDENTIFY_MS);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
