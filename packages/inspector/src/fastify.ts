/** `@org/approval-inspector/fastify`: a plugin, with a parser of its own that the host's routes do not see. */
export { toFastify } from '@org/approval-internal/http/fastify';
