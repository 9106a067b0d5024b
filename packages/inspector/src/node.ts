/** `@org/approval-inspector/node`: a listener for `http.createServer`. */
export { toNodeListener } from '@org/approval-internal/http/node';
