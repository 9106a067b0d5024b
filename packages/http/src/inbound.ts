/**
 * Triggers and callbacks (contract section 13): raw JSON, with a proof in place of key and token.
 */
import { ApprovalError, type ApprovalEngine, LIMITS } from '@org/approval-core';
import { type HttpRequest, headerOf } from '@org/approval-internal/http';
import { bodyOf, rawBodyOf } from './envelope.js';
import type { Limits } from './limits.js';

interface InboundParts {
  readonly engine: ApprovalEngine;
  readonly limits: Limits;
  readonly maxBodyBytes: number;
}

type InboundRoute = (request: HttpRequest, parts: InboundParts) => Promise<unknown>;

export const INBOUND_ROUTES: ReadonlyMap<string, InboundRoute> = new Map([
  ['webhook-inbound/trigger', trigger],
  ['webhook-inbound/callback', callback],
]);

async function trigger(
  request: HttpRequest,
  { engine, limits, maxBodyBytes }: InboundParts,
): Promise<unknown> {
  const body = rawBodyOf(request, maxBodyBytes);
  if (body === null) {
    throw new ApprovalError(
      'INTERNAL',
      'a trigger is signed over the raw body, which a parser has read before: mount the handler before express.json()',
    );
  }
  const query = new URLSearchParams(request.query);
  const target = {
    workspaceId: valueOf(query, 'workspaceId') ?? '',
    definitionId: valueOf(query, 'definitionId') ?? '',
    triggerId: valueOf(query, 'triggerId') ?? '',
    organizationId: valueOf(query, 'organizationId'),
    documentId: valueOf(query, 'documentId'),
  };
  const { headers } = request;
  // Refused before any look-up, and after the proof again: many requests may arrive at once.
  await limits.refuseSpent(request);
  return limits.identify(request, () =>
    engine.inbound.trigger(target, { headers, body }, async (workspaceId) => {
      await limits.refuseSpent(request);
      await limits.spend(workspaceId, 'dispatch');
    }),
  );
}

function callback(request: HttpRequest, { engine, limits, maxBodyBytes }: InboundParts): Promise<unknown> {
  const token = headerOf(request, 'x-svc-callback-token') ?? '';
  // The body is read only after the token is verified; the engine checks its contents.
  const read = () => bodyOf(request, Math.min(maxBodyBytes, LIMITS.callbackBytes));
  // A token cannot be guessed: failures of an address never keep its right tokens out.
  return limits.identify(request, () =>
    engine.inbound.callback(token, read, (workspaceId) => limits.spend(workspaceId, 'decide')),
  );
}

/** A repeated parameter is treated as empty; an empty one is not treated as left out. */
function valueOf(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length > 1 ? '' : values[0];
}
