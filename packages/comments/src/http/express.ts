/** `@org/approval-comments/express`: for Express, Connect and plain `node:http`. */
import { targetOf } from '@org/approval-internal/http/node';

export type { HttpHandler } from '@org/approval-internal/http';
export { type NodeRequest, toExpress } from '@org/approval-internal/http/node';

/** The path of a URL in a request line, without its query. */
export const pathOf = (url: string): string => targetOf(url).path;
