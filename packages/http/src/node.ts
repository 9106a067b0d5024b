/** `@org/approval-http/node`: the handler on a plain `http` server. */
export { serve, targetOf, toNodeListener } from '@org/approval-internal/http/node';
