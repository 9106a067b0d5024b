/**
 * `POST {base}/host/<name>`: in-process features of an engine, for tests that can only speak HTTP.
 */
import { ApprovalError } from '@org/approval-core';
import type { HttpHandler, HttpRequest, HttpResponse } from '@org/approval-http';

/** Functions by name; `workspaceId` comes from the body. */
export type HostCalls = Readonly<Record<string, (data: HostBody, workspaceId: string) => unknown>>;

type HostField =
  | 'name'
  | 'url'
  | 'executionId'
  | 'commit'
  | 'dispatch'
  | 'rules'
  | 'sub'
  | 'visible'
  | 'link'
  | 'type'
  | 'payload'
  | 'options'
  | 'schedule'
  | 'after'
  | 'count'
  | 'definition';

/** Body sent by a test; invalid values are part of the tests. */
export type HostBody = Readonly<Record<HostField, never>>;

/** The handler, with the calls of the host before it. */
export function withHost(handler: HttpHandler, calls: HostCalls): HttpHandler {
  const serve = async (request: HttpRequest): Promise<HttpResponse> => {
    const [, name] = /^\/host\/(\w+)$/.exec(request.path) ?? [];
    const call = name === undefined || !Object.hasOwn(calls, name) ? undefined : calls[name];
    if (call === undefined) return handler(request);
    return json(await outcomeOf(call, request));
  };
  return Object.assign(serve, { maxBodyBytes: handler.maxBodyBytes });
}

async function outcomeOf(call: HostCalls[string], { body }: HttpRequest): Promise<object> {
  try {
    const text = body.kind === 'bytes' ? new TextDecoder().decode(body.bytes) : '{}';
    const { workspace, ...data } = JSON.parse(text) as { workspace?: string } & HostBody;
    return { result: (await call(data, workspace === 'other' ? 'other' : 'main')) ?? {} };
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    const { status, message, details } = error;
    return { error: { status, message, details } };
  }
}

const json = (value: object): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
