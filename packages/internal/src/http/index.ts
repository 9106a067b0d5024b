/** HTTP in plain values: what handlers take and return, and how they read a JSON body. */
export { ByteBudget } from './byte-budget.js';
export { SEND_UNCOMPRESSED, isCompressed } from './compressed.js';
export { type Refusal, jsonBodyOf, rawBodyOf } from './json-body.js';
export {
  type HttpBody,
  type HttpHandler,
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from './message.js';
