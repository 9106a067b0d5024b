/** `@org/approval-inspector/express`: for Express, Connect and others that pass Node's requests. */
export { type NodeRequest, toExpress } from '@org/approval-internal/http/node';
