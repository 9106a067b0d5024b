/**
 * `@org/approval-comments/fastify`: a plugin, with a parser of its own that the host's routes do
 * not see.
 */
export type { HttpHandler } from '@org/approval-internal/http';
export { toFastify } from '@org/approval-internal/http/fastify';
