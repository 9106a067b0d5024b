/** Reads the request of a webhook node: its templates and its origin, or their faults. */
import { parseUrl } from '@org/approval-internal/parse-url';
import type { Path } from '../../definition/path.js';
import type { JsonTemplate } from '../../expression/json-template.js';
import type { Template } from '../../expression/template.js';
import { type TemplateFault, TemplateReader, jsonReadsPath, readsPath } from '../lint-templates.js';
import type { WebhookNodeConfig } from './schema.gen.js';

/** Body of a request, compiled. */
export type RequestBody =
  | { readonly kind: 'envelope' | 'none' }
  | { readonly kind: 'json'; readonly json: JsonTemplate }
  | { readonly kind: 'text'; readonly text: Template; readonly contentType: string }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: Template])[] };

/** Templates of a request, compiled. */
export interface RequestTemplates {
  /** Origin of the URL. Rendered URLs have the same. */
  readonly origin: string;
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  readonly body: RequestBody;
}

interface RequestFault {
  readonly code: TemplateFault['code'] | 'template-in-origin' | 'callback-not-sent';
  readonly path: Path;
  readonly message: string;
}

interface ReadRequest {
  readonly templates: RequestTemplates;
  readonly faults: readonly RequestFault[];
}

/** Root of the callback in the templates of an async node. */
const CALLBACK = 'callback';

/** Reads the templates; with faults they are not complete. */
export function readRequest(config: WebhookNodeConfig): ReadRequest {
  const isAsync = config.mode === 'async';
  const reader = new TemplateReader(isAsync ? [CALLBACK] : []);
  const url = reader.text(config.url, ['url']);
  const headers = reader.texts(config.headers ?? {}, ['headers']);
  const body = readBody(config, reader);
  const templates = { origin: originOf(url) ?? '', url, headers, body };
  const isUrlRead = !reader.faults.some((it) => it.path[0] === 'url');
  const faults: RequestFault[] = [...reader.faults];
  if (isUrlRead && originOf(url) === null) faults.push(IN_ORIGIN);
  if (reader.faults.length === 0 && isAsync && !sendsToken(templates)) faults.push(NOT_SENT);
  return { templates, faults };
}

const IN_ORIGIN: RequestFault = {
  code: 'template-in-origin',
  path: ['url'],
  message:
    'scheme, host and port of the URL must be literal, with a "/" before the first template, as in "https://api.example.com/orders/{{execution.input.orderId}}"',
};

const NOT_SENT: RequestFault = {
  code: 'callback-not-sent',
  path: ['body'],
  message:
    'an async node with its own body must send {{callback.token}}, in the body or a header; without it the receiver cannot call back',
};

function readBody({ method, body }: WebhookNodeConfig, reader: TemplateReader): RequestBody {
  if (method === 'GET' || body === 'none') return { kind: 'none' };
  if (body === undefined) return { kind: 'envelope' };
  if ('json' in body) return { kind: 'json', json: reader.json(body.json, ['body', 'json']) };
  if (!('text' in body)) return { kind: 'form', fields: reader.texts(body.form ?? {}, ['body', 'form']) };
  const { text, contentType } = body;
  return { kind: 'text', text: reader.text(text, ['body', 'text']), contentType };
}

/** Text before the first template must reach behind the host. */
const HEAD = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+[/?]/i;

function originOf([head, ...rest]: Template): string | null {
  if (typeof head !== 'string' || (rest.length > 0 && !HEAD.test(head))) return null;
  const origin = parseUrl(head)?.origin ?? null;
  // The transport refuses other schemes.
  return origin === 'null' && rest.length === 0 ? '' : origin;
}

function sendsToken({ url, headers, body }: RequestTemplates): boolean {
  const reads = (template: Template) => readsPath(template, CALLBACK, 'token');
  if (headers.some(([, template]) => reads(template)) || reads(url)) return true;
  switch (body.kind) {
    case 'envelope':
      return true;
    case 'none':
      return false;
    case 'json':
      return jsonReadsPath(body.json, CALLBACK, 'token');
    case 'text':
      return reads(body.text);
    case 'form':
      return body.fields.some(([, template]) => reads(template));
  }
}
