/** `@org/approval-comments/fastify`: a plugin, with a parser of its own that the host's routes do not see. */
export type { HttpHandler } from '@org/approval-http-shell';
export { toFastify } from '@org/approval-http-shell/fastify';
