/** A customer's backend on loopback that fails on request, and keeps what it receives unchanged. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { CommentDataProvider } from '../provider/provider.js';
import type { ResolverConfig } from '../provider/config.js';
import { serve } from './shells.js';

export const FAULTS = [
  'timeout',
  'slow body',
  '500',
  'success: false',
  'invalid JSON',
  'network down',
] as const;
export type Fault = (typeof FAULTS)[number];
export type OperationName = 'get' | 'save' | 'delete';

interface SeenRequest {
  readonly operation: OperationName;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

export interface FaultyCustomer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Faults of the next requests of an operation; when the list is used up, they succeed. */
  readonly faults: Record<OperationName, Fault[]>;
  /** Threads by annotationId. */
  readonly kept: Map<string, unknown>;
  readonly config: Required<Pick<ResolverConfig, 'getConfig' | 'saveConfig' | 'deleteConfig'>>;
}

interface Hooks {
  readonly onRequest?: (operation: OperationName) => void;
  /** The request will not be answered any more. */
  readonly onHang?: () => void;
}

export async function faultyCustomer({ onRequest, onHang }: Hooks = {}): Promise<FaultyCustomer> {
  const seen: SeenRequest[] = [];
  const kept = new Map<string, unknown>();
  const faults: FaultyCustomer['faults'] = { get: [], save: [], delete: [] };
  const url = await serve((request, response) => {
    void (async () => {
      const operation = (request.url ?? '').slice(1) as OperationName;
      const body = (await json(request)) as SeenRequest['body'];
      seen.push({ operation, body, headers: request.headers });
      onRequest?.(operation);
      const fault = faults[operation].shift();
      if (fault !== undefined) fail(fault, response, onHang);
      else response.writeHead(200).end(JSON.stringify(perform(operation, body, kept)));
    })();
  });
  const config = {
    getConfig: { url: `${url}/get` },
    saveConfig: { url: `${url}/save` },
    deleteConfig: { url: `${url}/delete` },
  };
  return { url, seen, faults, kept, config };
}

function fail(fault: Fault, response: ServerResponse, onHang: () => void = () => undefined): void {
  if (fault === 'network down') response.socket?.destroy();
  if (fault === '500') response.writeHead(500).end(JSON.stringify({ success: false, statusCode: 500 }));
  if (fault === 'success: false') response.writeHead(200).end(JSON.stringify({ success: false }));
  if (fault === 'invalid JSON') response.writeHead(200).end('<p>Good morning</p>');
  if (fault === 'slow body') response.writeHead(200).write('{"success": true,', () => onHang());
  if (fault === 'timeout') onHang();
}

function perform(operation: OperationName, body: SeenRequest['body'], kept: Map<string, unknown>): unknown {
  if (operation === 'save') save(body, kept);
  if (operation === 'delete') kept.delete(body.commentAnnotationId as string);
  const ids = operation === 'get' ? (body.commentAnnotationIds as string[]) : [];
  const data = Object.fromEntries(ids.filter((id) => kept.has(id)).map((id) => [id, kept.get(id)]));
  return { success: true, statusCode: 200, data };
}

interface Kept {
  readonly comments: Readonly<Record<string, object>>;
}

/**
 * Saves as a host's own simple backend does: it puts in place what it receives, and knows nothing
 * of revisions.
 */
function save(
  { commentAnnotation, event, commentId }: SeenRequest['body'],
  kept: Map<string, unknown>,
): void {
  for (const [id, annotation] of Object.entries(commentAnnotation as Record<string, Kept>)) {
    const before = kept.get(id) as Kept | undefined;
    const comments = { ...before?.comments, ...annotation.comments };
    if (event === 'comment.delete') Reflect.deleteProperty(comments, String(commentId));
    kept.set(id, { ...before, ...annotation, comments });
  }
}

/** The same backend, reached through functions of the host's. */
export function functionsOver({ url }: FaultyCustomer): CommentDataProvider {
  const call = (operation: OperationName) => async (request: unknown) => {
    const answer = await fetch(`${url}/${operation}`, { method: 'POST', body: JSON.stringify(request) });
    return { statusCode: answer.status, ...((await answer.json()) as { success: boolean }) };
  };
  return { get: call('get'), save: call('save'), delete: call('delete') };
}
