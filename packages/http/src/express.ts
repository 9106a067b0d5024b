/** `@org/approval-http/express`: `app.use(toExpress(handler))`, before or after `express.json()`. */
import type { RequestHandler } from 'express';
import type { HttpHandler } from './message.js';
import { serve } from './node.js';

/** A handler for `app.use` or a router. Mounted below a path, give that path to the handler as `basePath`. */
export function toExpress(handler: HttpHandler): RequestHandler {
  return (request, response, next) => {
    serve(handler, request, response).catch(next);
  };
}
