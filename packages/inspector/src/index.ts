/** `@org/approval-inspector`: pages for the runs of an engine, behind your authentication. */
export type {
  HttpBody,
  HttpHandler,
  HttpHeaders,
  HttpRequest,
  HttpResponse,
} from '@org/approval-internal/http';
export { createInspector } from './handler.js';
export { PERMISSIONS, type Permission } from './html/site.js';
export { type Html, type Part, html } from './html/html.js';
export type { InspectorOptions, OwnPage, Visitor } from './options.js';
