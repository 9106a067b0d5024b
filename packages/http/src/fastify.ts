/** `@org/approval-http/fastify`: a plugin, with parsers of its own that the host's routes do not see. */
export { toFastify } from '@org/approval-internal/http/fastify';
