/** Calls of a webhook node as written, for checks that need the host. */
import { parseUrl } from '@org/approval-internal/parse-url';
import { type JsonObject, type JsonValue, isJsonArray, isPlainObject } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { parseTemplate } from '../../expression/template.js';
import { TEMPLATE_ROOTS } from '../lint-templates.js';

/** Calls of a webhook node, as far as they can be read. */
export interface WrittenCall {
  readonly nodeId: string;
  /** Path of the node's config, as in `nodes[2].config`. */
  readonly path: string;
  /** URL up to its first template. */
  readonly url: string;
  /** Origin of the URL; null if it has none. */
  readonly origin: string | null;
  /** null for a node without a secret. */
  readonly secret: WrittenSecret | null;
}

/** Secret of a node, which is stored apart from the definition. */
export interface WrittenSecret {
  /** null if it is left out. */
  readonly given: string | null;
  /** A stored secret is kept only for the same kind, origin, header and user name. */
  readonly binding: string;
  /** True if a replaced secret goes on signing for some time. */
  readonly rotates: boolean;
}

const WITH_SECRET = ['hmac', 'bearer', 'basic', 'header'];

/** Reads the calls of a definition as written. Invalid shapes are left to the schema. */
export function writtenCalls(definition: JsonObject): WrittenCall[] {
  const { nodes } = definition;
  if (!isJsonArray(nodes)) return [];
  return nodes.slice(0, LIMITS.nodes).flatMap((node, index) => {
    const { type, nodeId, config } = objectOf(node);
    if (type !== 'webhook' || typeof nodeId !== 'string') return [];
    const { url, auth } = objectOf(config);
    if (typeof url !== 'string' || url.length > 2 * LIMITS.urlLength) return [];
    const head = headOf(url);
    const origin = parseUrl(head)?.origin ?? null;
    return [{ nodeId, path: `nodes[${index}].config`, url: head, origin, secret: secretOf(auth, origin) }];
  });
}

function headOf(url: string): string {
  const parsed = parseTemplate(url, [...TEMPLATE_ROOTS, 'callback']);
  const head = parsed.ok ? parsed.template[0] : '';
  return typeof head === 'string' ? head : '';
}

function secretOf(auth: JsonValue | undefined, origin: string | null): WrittenSecret | null {
  const { kind, secret, header, username } = objectOf(auth);
  if (typeof kind !== 'string' || !WITH_SECRET.includes(kind)) return null;
  const name = typeof header === 'string' ? header.toLowerCase() : null;
  const user = typeof username === 'string' ? username : null;
  return {
    given: typeof secret === 'string' ? secret : null,
    binding: JSON.stringify([kind, origin, name, user]),
    rotates: kind === 'hmac',
  };
}

const objectOf = (json: JsonValue | undefined): JsonObject => (isPlainObject(json) ? json : {});
