/** `@org/approval-http/fetch`: `Request → Response`, for Hono, Next, Workers, Deno and Bun. */
export { type FetchOptions, toFetch } from '@org/approval-internal/http/fetch';
