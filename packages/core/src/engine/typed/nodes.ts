/** Nodes in code, with readable durations; the result is the plain JSON of a definition. */
import type {
  EndConfig,
  EndNode,
  AgentConfig,
  AgentNode,
  DefinitionFormField,
  DefinitionRetry,
  DefinitionReviewer,
  HumanConfig,
  HumanNode,
  NodeBase,
  NotificationNode,
  SubflowNode,
  WaitNode,
  WebhookNode,
  WebhookNodeConfig,
} from '../../definition/types.js';
import type { NodeOf, NodeType } from '../../definition/definition.js';
import { throwing } from './report.js';
import { type WorkingTime, workingTimeOf } from './working-time-text.js';
import { type Duration, duration } from '@org/approval-internal/duration';

interface CommonOptions<Id extends string> extends Omit<NodeBase, 'nodeId' | 'slaMs' | 'sla' | 'retry'> {
  /** Id of the node, unique in its definition. */
  readonly nodeId: Id;
  /** Time until a step of it is breached. With `calendar` in working time: `16wh`, `2wd`. */
  readonly sla?: Duration | WorkingTime | undefined;
  /** Name of one of the engine's calendars. */
  readonly calendar?: string | undefined;
  /** Repeats of an agent or a channel that throws, of a request, and of a directory that fails. */
  readonly retry?: RetryOptions | undefined;
}

interface RetryOptions extends Omit<DefinitionRetry, 'initialIntervalMs' | 'maximumIntervalMs'> {
  /** Wait before the second call. */
  readonly initialInterval?: Duration | undefined;
  /** Longest wait. */
  readonly maximumInterval?: Duration | undefined;
}

/** A field of a form, as in a definition, but read-only lists are allowed. */
export interface FormField extends Omit<DefinitionFormField, 'choices'> {
  /** Options, 1 to 50 strings; required for `choice`, and only there. */
  readonly choices?: readonly string[] | undefined;
}

/** Options of `nodes.human`: the node and its config in one. */
export interface HumanOptions<Id extends string, Fields extends readonly FormField[]>
  extends
    CommonOptions<Id>,
    Omit<HumanConfig, 'reviewers' | 'onReject' | 'form' | 'claimMs' | 'pauseMs' | 'reminders'> {
  /** Reviewers; a string is a mandatory reviewer. */
  readonly reviewers: readonly (string | DefinitionReviewer)[];
  /** Target of a rejection: a node, or as in JSON. Omit it if an edge handles rejections. */
  readonly onReject?: string | HumanConfig['onReject'];
  /** Fields that an approval fills in; they define the `values` of `onDecision`. */
  readonly fields?: Fields | undefined;
  /** Duration of a claim. */
  readonly claim?: Duration | undefined;
  /** Longest time that open questions extend the deadline. */
  readonly pause?: Duration | undefined;
  /** Times of reminders to open reviewers. */
  readonly reminders?:
    readonly ({ readonly after: Duration } | { readonly beforeDue: Duration })[] | undefined;
}

/** Options of `nodes.agent`: the node and its config in one. */
export interface AgentOptions<Id extends string>
  extends CommonOptions<Id>, Omit<AgentConfig, 'agentMaxRuntimeMs' | 'agentId' | 'urlPath'> {
  /** Id of the registered agent to call. */
  readonly agentId: string;
  /** Dot-path to the URL that it is to look at, from the trigger context. */
  readonly urlPath: string;
  /** Time for all its calls together. */
  readonly maxRuntime?: Duration | undefined;
}

/** A human node that remembers its fields for the compiler alone. */
export type TypedHumanNode<Id extends string, Fields extends readonly FormField[]> = HumanNode & {
  /** Id of the node. */
  readonly nodeId: Id;
  /** Reviewers and form. */
  readonly config: { readonly form?: { readonly fields: readonly DefinitionFormField[] } };
  /** Type-only; never present at run time. */
  readonly '~fields'?: Fields;
};

function human<const Id extends string, const Fields extends readonly FormField[] = readonly []>(
  options: HumanOptions<Id, Fields>,
): TypedHumanNode<Id, Fields> {
  requireShape('nodes.human', options, { reviewers: true, fields: false, reminders: false });
  const { nodeId, name, description, sla, calendar, retry, ...config } = options;
  const { reviewers, onReject, fields, claim, pause, reminders, ...others } = config;
  return {
    ...common('nodes.human', { nodeId, name, description, sla, calendar, retry }),
    type: 'human',
    config: given({
      reviewers: reviewers.map((it) => (typeof it === 'string' ? { userId: it, mandatory: true } : it)),
      ...others,
      onReject: typeof onReject === 'string' ? { routeToNodeId: onReject } : onReject,
      form: fields && { fields: fields.map((it) => ({ ...it })) },
      claimMs: ms(claim, 'nodes.human: claim'),
      pauseMs: ms(pause, 'nodes.human: pause'),
      reminders: reminders?.map((it, at) => {
        const path = `nodes.human: reminders[${at}]`;
        return 'after' in it
          ? { afterMs: ms(it.after, `${path}.after`) }
          : { beforeDueMs: ms(it.beforeDue, `${path}.beforeDue`) };
      }),
    }),
  } as TypedHumanNode<Id, Fields>;
}

function agent<const Id extends string>(options: AgentOptions<Id>): AgentNode & { readonly nodeId: Id } {
  requireShape('nodes.agent', options, {});
  const { nodeId, name, description, sla, calendar, retry, maxRuntime, ...config } = options;
  return {
    ...common('nodes.agent', { nodeId, name, description, sla, calendar, retry }),
    type: 'agent',
    config: given({
      ...config,
      agentMaxRuntimeMs: ms(maxRuntime, 'nodes.agent: maxRuntime'),
    }),
  } as AgentNode & { readonly nodeId: Id };
}

/** Fields of a webhook node in code: those of plain JSON, on one level. */
export interface WebhookOptions<Id extends string>
  extends CommonOptions<Id>, Omit<WebhookNodeConfig, 'timeoutMs' | 'maxRuntimeMs'> {
  /** Maximum time of one exchange. */
  readonly timeout?: Duration;
  /** Maximum time of all attempts and the callback. */
  readonly maxRuntime?: Duration;
}

function webhook<const Id extends string>(
  options: WebhookOptions<Id>,
): WebhookNode & { readonly nodeId: Id } {
  requireShape('nodes.webhook', options, {});
  const { nodeId, name, description, sla, calendar, retry, timeout, maxRuntime, ...config } = options;
  return {
    ...common('nodes.webhook', { nodeId, name, description, sla, calendar, retry }),
    type: 'webhook',
    config: given({
      ...config,
      timeoutMs: ms(timeout, 'nodes.webhook: timeout'),
      maxRuntimeMs: ms(maxRuntime, 'nodes.webhook: maxRuntime'),
    }),
  } as WebhookNode & { readonly nodeId: Id };
}

/** Fields of an end in code: those of plain JSON, on one level. */
export interface EndOptions<Id extends string> extends Pick<EndNode, 'name' | 'description'>, EndConfig {
  readonly nodeId: Id;
}

function end<const Id extends string>(options: EndOptions<Id>): EndNode & { readonly nodeId: Id } {
  requireShape('nodes.end', options, {});
  const { nodeId, name, description, ...config } = options;
  return { ...given({ nodeId, name, description }), type: 'end', config: given(config) } as EndNode & {
    readonly nodeId: Id;
  };
}

/**
 * Options of `nodes.wait`: the node and its config in one; exactly one of `for`, `until` and
 * `signal`.
 */
export interface WaitOptions<Id extends string>
  extends CommonOptions<Id>, Pick<NonNullable<WaitNode['config']>, 'until' | 'signal'> {
  /** Time to wait. With `forCalendar` in working time, in ms. */
  readonly for?: Duration | undefined;
  /** Name of the calendar whose working time `for` counts. */
  readonly forCalendar?: string | undefined;
  /** Longest wait for the signal. */
  readonly within?: Duration | undefined;
}

function wait<const Id extends string>(options: WaitOptions<Id>): WaitNode & { readonly nodeId: Id } {
  requireShape('nodes.wait', options, {});
  const { nodeId, name, description, sla, calendar, retry, ...config } = options;
  const { for: time, forCalendar, within, until, signal } = config;
  const timeMs = ms(time, 'nodes.wait: for');
  return {
    ...common('nodes.wait', { nodeId, name, description, sla, calendar, retry }),
    type: 'wait',
    config: given({
      forMs: forCalendar === undefined ? timeMs : undefined,
      workingMs: forCalendar === undefined ? undefined : timeMs,
      calendar: forCalendar,
      until,
      signal,
      withinMs: ms(within, 'nodes.wait: within'),
    }),
  } as WaitNode & { readonly nodeId: Id };
}

/** Options of `nodes.subflow`: the node and its config in one. */
export interface SubflowOptions<Id extends string>
  extends CommonOptions<Id>, NonNullable<SubflowNode['config']> {}

function subflow<const Id extends string>(
  options: SubflowOptions<Id>,
): SubflowNode & { readonly nodeId: Id } {
  requireShape('nodes.subflow', options, {});
  const { nodeId, name, description, sla, calendar, retry, ...config } = options;
  return {
    ...common('nodes.subflow', { nodeId, name, description, sla, calendar, retry }),
    type: 'subflow',
    config: given(config),
  } as SubflowNode & { readonly nodeId: Id };
}

/** Options of `nodes.notification`: the node and its config in one. */
export interface NotificationOptions<Id extends string>
  extends CommonOptions<Id>, NonNullable<NotificationNode['config']> {}

function notification<const Id extends string>(
  options: NotificationOptions<Id>,
): NotificationNode & { readonly nodeId: Id } {
  requireShape('nodes.notification', options, {});
  const { nodeId, name, description, sla, calendar, retry, ...config } = options;
  return {
    ...common('nodes.notification', { nodeId, name, description, sla, calendar, retry }),
    type: 'notification',
    config: given(config),
  } as NotificationNode & { readonly nodeId: Id };
}

/**
 * Builders of nodes in code: the same as plain JSON, with readable durations.
 * @example
 * ```ts
 * import { nodes } from '@org/approval-core';
 *
 * const legal = nodes.human({
 *   nodeId: 'legal',
 *   sla: '2d',
 *   reviewers: ['ann'],
 *   onReject: 'rework',
 * });
 * console.log(legal.slaMs, legal.config.onReject); // → 172800000 { routeToNodeId: 'rework' }
 * ```
 */
export const nodes = { human, agent, webhook, end, wait, subflow, notification } as const satisfies Builders;

/** A builder for each kind of node; a missing one does not compile. */
type Builders = { readonly [T in NodeType]: (options: never) => NodeOf<T> };

function common(owner: string, { sla, calendar, retry, ...base }: CommonOptions<string>): object {
  if (calendar !== undefined && sla === undefined)
    throw new TypeError(`${owner}: calendar needs sla: how much working time`);
  const { initialInterval, maximumInterval, ...others } = retry ?? {};
  return given({
    ...base,
    slaMs: calendar === undefined ? ms(sla as Duration | undefined, `${owner}: sla`) : undefined,
    sla: calendar === undefined ? undefined : { ...workingSla(owner, sla), calendar },
    retry:
      retry &&
      given({
        ...others,
        initialIntervalMs: ms(initialInterval, `${owner}: retry.initialInterval`),
        maximumIntervalMs: ms(maximumInterval, `${owner}: retry.maximumInterval`),
      }),
  });
}

function workingSla(owner: string, sla: unknown): object {
  return typeof sla === 'string' ? (workingTimeOf(sla, `${owner}: sla`, throwing) ?? {}) : { workingMs: sla };
}

/** @throws TypeError with the field of an invalid duration. */
function ms(value: Duration | undefined, path: string): number | undefined {
  try {
    return value === undefined ? undefined : duration(value);
  } catch (error) {
    throw new TypeError(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Checks the shape of input, which may be anything without TypeScript. The linter reports all
 * further faults.
 * @param lists true for each required list.
 */
function requireShape(owner: string, options: object, lists: Readonly<Record<string, boolean>>): void {
  if (typeof options !== 'object' || (options as object | null) === null)
    throw new TypeError(
      `${owner}: give one object, as in ${owner}({ nodeId: 'legal', … }), not ${typeof options}`,
    );
  for (const [name, isNeeded] of Object.entries(lists)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (!Array.isArray(value) && (isNeeded || value !== undefined))
      throw new TypeError(`${owner}: ${name} must be a list, not ${typeof value}`);
  }
}

/** Removes undefined fields, as JSON does. */
const given = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined));
