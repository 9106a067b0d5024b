/**
 * `@org/approval-core/internal`: helpers for the companion packages. Unstable: any release may
 * change them.
 */
export {
  DEFAULT_BATCHES,
  DEFAULT_JOBS,
  DEFAULT_LIMITS,
  DEFAULT_RETENTION,
  DEFAULT_WEBHOOKS,
  RETRY_DELAYS_MS,
} from './engine/options/options.js';
export { visibleFault } from './engine/shapes/shared/caller.js';
export { changeBetween } from './engine/commit/change.js';
export { IMPORTED_UID } from './interpreter/imported.js';
export { isOperationPath } from './engine/operations/table.js';
export {
  type Acting,
  type AskedFor,
  type DefinedOperation,
  type OperationRecord,
  type Unchecked,
  checkShape,
  defineOperation,
  mapValues,
} from './engine/operations/define.js';
export { actsAsItself } from './engine/operations/guards.js';
export { executionOfDelivery } from './engine/shapes/webhooks/views.js';
export {
  canonicalJson,
  type JsonCopy,
  type JsonLimits,
  copyJson,
  describeError,
  excerpt,
  isPlainObject,
  textFault,
} from './definition/json.js';
export { capped as cappedIssues } from './definition/issue-list.js';
export { type Rewritten, rewriteAuthored } from './engine/typed/authored.js';
export { issuesText } from './definition/issue.js';
export { formatPath } from './definition/path.js';
export { RequestParser } from './engine/shapes/shared/parse.js';
export { NODE_TYPES } from './definition/definition.js';
export { definitionJsonSchema } from './definition/json-schema.js';
export { kindOf, workOf } from './nodes/run.js';
export { nodeOf } from './interpreter/transition.js';
export { callsAgent, isDecidedByPeople, traitsOf } from './nodes/schema.js';
export { effectOf } from './engine/explain/effect.js';
export { sha256Hex } from './engine/scheduling/encoding.js';
export { isPresentation } from './definition/presented.js';
export { PERMIT_KEY_PREFIX, isOfPermit } from './engine/shapes/shared/permit-key.js';
export { guardedLogger } from './ports/logger.js';
export { remembered } from './engine/scheduling/lru.js';
export {
  type ParsedWhen,
  type VariableFault,
  type WhenFault,
  parseTree as parseCondition,
} from './expression/parse.js';
export { type PatternBudget, patternBudget } from './expression/pattern-size.js';
export { type Truth, TruthBudget, truthOf } from './expression/truth.js';
export { type Guard, type Outcome as EdgeOutcome, canFire, guardOf } from './expression/guard.js';
export { type LoopOfDefinition, loopAround, loopsOf } from './engine/shapes/definitions/loops.js';
export { isAfterExhausted } from './interpreter/step-id.js';
export { type Listing, listWithin } from './engine/operations/listing.js';
export { stoodInFor } from './interpreter/people/standing-in.js';
export { timeZoneOf } from './calendar/time-zone.js';
export { isReservedId } from './interpreter/own-runs.js';
export { isSamePerson, userIdSchemas } from './definition/user-ids.js';
