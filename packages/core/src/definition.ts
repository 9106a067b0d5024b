/**
 * `@org/approval-core/definition`: definitions as types, their limits and linter codes, conditions
 * and the linter.
 */
export type {
  AgentConfig,
  AgentNode,
  DefinitionChain,
  DefinitionChainLimit,
  DefinitionDecisionRule,
  DefinitionEdge,
  DefinitionEdgeEnd,
  DefinitionFact,
  DefinitionForm,
  DefinitionFormField,
  DefinitionGroup,
  DefinitionLoop,
  DefinitionLoopBack,
  DefinitionNode,
  DefinitionOnReject,
  DefinitionPool,
  DefinitionPresentation,
  DefinitionReminder,
  DefinitionResolutionPolicy,
  DefinitionRetry,
  DefinitionReviewer,
  DefinitionScope,
  DefinitionSeparation,
  DefinitionSla,
  DefinitionValue,
  EndConfig,
  EndNode,
  ExhaustedRoute,
  FactDiff,
  FactLink,
  FactMoney,
  FactPath,
  HumanNode,
  NodeBase,
  NodeType,
  NotificationBody,
  NotificationConfig,
  NotificationNode,
  NotificationTo,
  QuorumPolicy,
  SubflowConfig,
  SubflowNode,
  SubflowSeparation,
  WaitConfig,
  WaitNode,
  WebhookAuth,
  WebhookBody,
  WebhookNode,
  WebhookNodeConfig,
} from './definition/types.js';
export type { DefinitionTrigger, EventTrigger, ScheduleTrigger } from './definition/triggers.js';
export type { InboundWebhook, WebhookConfig } from './definition/webhooks.js';
export type { JsonPayload } from './definition/payload.js';
export {
  ERROR_CODES,
  type ErrorCode,
  type IssueCode,
  WARNING_CODES,
  type WarningCode,
} from './definition/issue.js';
export type { JsonArray } from './definition/json.js';
export { HOSTING_LIMITS } from './definition/limits.js';
export { definitionFromFile } from './engine/typed/authored.js';
export type { Decided, TypedEdge, TypedLoop, ValuesOf } from './engine/typed/define-workflow.js';
export type { AgentOptions, FormField, HumanOptions, TypedHumanNode } from './engine/typed/nodes.js';
export type { SchemaInput, SchemaOutput, StandardSchema } from './engine/typed/standard-schema.js';
export { OPERATOR_NAMES, type OperatorName } from './expression/operators.js';
export type { Expression, Operand } from './expression/tree.js';
export type { CompiledDefinition } from './compile/compiled.js';
