/** `@org/approval-store-sql/permits`: durable permits for `@org/approval-agents`. */
export { type SqlPermitStore, createPermitStore } from './create.js';
export { type OpenedPermitStore, openPermitStore } from './open.js';
