/** `@org/approval-comments/express`: for Express, Connect and plain `node:http`. */
import { targetOf } from '@org/approval-http-shell/node';

export type { HttpHandler } from '@org/approval-http-shell';
export { type NodeRequest, toExpress } from '@org/approval-http-shell/node';

/** The path of a URL in a request line, without its query. */
export const pathOf = (url: string): string => targetOf(url).path;
