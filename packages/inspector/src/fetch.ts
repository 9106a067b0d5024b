/** `@org/approval-inspector/fetch`: for Hono, Next route handlers, Workers, Deno and Bun. */
export { type FetchOptions, toFetch } from '@org/approval-internal/http/fetch';
