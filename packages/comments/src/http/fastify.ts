/**
 * `@org/approval-comments/fastify`: a plugin, with its own parser that the host's routes do not
 * see.
 */
export type { HttpHandler } from '@org/approval-internal/http';
export { toFastify } from '@org/approval-internal/http/fastify';
