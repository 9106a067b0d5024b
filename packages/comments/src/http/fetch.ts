/**
 * `@org/approval-comments/fetch`: Request to Response, for Hono, Next route handlers, Workers, Deno
 * and Bun.
 */
export type { HttpHandler } from '@org/approval-internal/http';
export { type FetchOptions, toFetch } from '@org/approval-internal/http/fetch';
