/** `@org/approval-inspector/express`: for Express, Connect and whatever hands on Node's requests. */
export { type NodeRequest, toExpress } from '@org/approval-internal/http/node';
