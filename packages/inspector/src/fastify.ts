/** `@org/approval-inspector/fastify`: a plugin with its own, encapsulated body parser. */
export { toFastify } from '@org/approval-internal/http/fastify';
