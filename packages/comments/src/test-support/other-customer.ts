/**
 * A customer's endpoints for people, files and records, on loopback: it keeps what it is sent, and
 * fails when told to.
 */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { EndpointConfig, ResolverConfig, ResolverResponse } from '../provider/config.js';
import { serve } from './shells.js';

interface SeenCall {
  /** `reaction save`, `user get` and so on. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

export interface OtherCustomer {
  readonly seen: SeenCall[];
  /** Statuses of the next answers. */
  readonly faults: number[];
  /** Records by id. */
  readonly kept: Map<string, unknown>;
  readonly people: Map<string, object>;
  readonly files: Map<number, { readonly bytes: Buffer; readonly name: string; readonly type: string }>;
  /** Endpoints of a kind of provider. */
  readonly config: (kind: string, headers?: EndpointConfig['headers']) => ResolverConfig;
  /** The same as functions. */
  readonly call: (path: string) => (request: object) => Promise<ResolverResponse<never>>;
}

export async function otherCustomer(
  onCall: (path: string) => void = () => undefined,
): Promise<OtherCustomer> {
  const kept = new Map<string, unknown>();
  const people = new Map<string, object>();
  const files: OtherCustomer['files'] = new Map();
  const seen: SeenCall[] = [];
  const faults: number[] = [];
  const url = await serve((request, response) => {
    void (async () => {
      const path = (request.url ?? '').slice(1).replace('/', ' ');
      const bytes = await buffer(request);
      const type = request.headers['content-type'] ?? '';
      const form = type.startsWith('multipart/') ? await formOf(bytes, type) : null;
      const text = form === null ? bytes.toString() : (form.get('request') as string);
      const body = JSON.parse(text) as SeenCall['body'];
      seen.push({ path, body, headers: request.headers });
      onCall(path);
      const status = faults.shift() ?? 200;
      const file = form?.get('file');
      const data = status === 200 ? await perform(path, body, file instanceof File ? file : null) : null;
      response.writeHead(status).end(JSON.stringify({ success: status === 200, statusCode: status, data }));
    })();
  });

  async function perform(path: string, body: SeenCall['body'], file: File | null): Promise<unknown> {
    const [kind = '', operation = ''] = path.split(' ');
    if (kind === 'user') return among(people, body.userIds as string[]);
    if (kind === 'attachment') {
      const { attachmentId } = (body.attachment ?? body) as { attachmentId: number };
      if (operation === 'delete') files.delete(attachmentId);
      if (file === null) return null;
      const bytes = Buffer.from(await file.arrayBuffer());
      files.set(attachmentId, { bytes, name: file.name, type: file.type });
      return { url: `https://files.example/${attachmentId}` };
    }
    const names = { reaction: 'reactionAnnotation', notification: 'notification', activity: 'activity' };
    const name = names[kind as keyof typeof names];
    if (operation === 'save') for (const [id, it] of Object.entries(body[name] as object)) kept.set(id, it);
    if (operation === 'delete') kept.delete(body[`${name}Id`] as string);
    const ids = kind === 'activity' ? body.activityIds : body[`${name}Ids`];
    return operation === 'get' ? among(kept, ids as string[]) : null;
  }

  const config: OtherCustomer['config'] = (kind, headers) => {
    const at = (operation: string) => ({ url: `${url}/${kind}/${operation}`, ...(headers && { headers }) });
    const has = (operation: string) => OPERATIONS[kind]?.includes(operation) === true;
    return {
      ...(has('get') && { getConfig: at('get') }),
      ...(has('save') && { saveConfig: at('save') }),
      ...(has('delete') && { deleteConfig: at('delete') }),
    };
  };
  const call: OtherCustomer['call'] = (path) => async (request) => {
    const answer = await fetch(`${url}/${path.replace(' ', '/')}`, {
      method: 'POST',
      body: JSON.stringify(request),
    });
    return (await answer.json()) as ResolverResponse<never>;
  };
  return { seen, faults, kept, people, files, config, call };
}

/** Parts of a few kilobytes, which this process has sent itself. */
const formOf = (bytes: Buffer<ArrayBuffer>, type: string): Promise<FormData> =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- hosts stream; a test need not
  new Response(bytes, { headers: { 'content-type': type } }).formData();

const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  user: ['get'],
  reaction: ['get', 'save', 'delete'],
  attachment: ['save', 'delete'],
  notification: ['get', 'delete'],
  activity: ['get', 'save'],
};

const among = (map: ReadonlyMap<string, unknown>, ids: readonly string[]) =>
  Object.fromEntries(ids.filter((id) => map.has(id)).map((id) => [id, map.get(id)]));
