/**
 * `@org/approval-http/express`: `app.use(toExpress(handler))`, before or after `express.json()`.
 */
export { toExpress } from '@org/approval-internal/http/node';
