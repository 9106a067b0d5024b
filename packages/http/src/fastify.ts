/** `@org/approval-http/fastify`: a plugin whose body parsers do not affect the host's routes. */
export { toFastify } from '@org/approval-internal/http/fastify';
