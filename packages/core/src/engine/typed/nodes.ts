/** Nodes written in code, with durations as people write them; what they give is the plain JSON of a definition. */
import type {
  AgentConfig,
  AgentNode,
  DefinitionRetry,
  HumanConfig,
  HumanNode,
  NodeBase,
} from '../../definition/types.js';
import type {
  DefinitionFormField,
  DefinitionReminder,
  DefinitionReviewer,
} from '../../definition/people-types.js';
import { type Duration, duration } from '@org/approval-shared/duration';

interface CommonOptions<Id extends string> extends Omit<NodeBase, 'nodeId' | 'slaMs' | 'sla' | 'retry'> {
  /** Id of the node, unique in its definition. */
  readonly nodeId: Id;
  /** Time until a step of it is breached. With `calendar` in working time. */
  readonly sla?: Duration | undefined;
  /** Name of one of the engine's calendars. */
  readonly calendar?: string | undefined;
  /** Repeats of an agent that throws, and of a directory that fails. */
  readonly retry?: RetryOptions | undefined;
}

interface RetryOptions extends Omit<DefinitionRetry, 'initialIntervalMs' | 'maximumIntervalMs'> {
  /** Wait before the second call. */
  readonly initialInterval?: Duration | undefined;
  /** Longest wait. */
  readonly maximumInterval?: Duration | undefined;
}

/** A field of a form, as a definition has it; what is given may be read-only. */
export interface FormField extends Omit<DefinitionFormField, 'choices'> {
  /** What can be chosen, 1 to 50 texts; required for `choice`, and for nothing else. */
  readonly choices?: readonly string[] | undefined;
}

/** What `nodes.human` takes: the node and its config in one. */
export interface HumanOptions<Id extends string, Fields extends readonly FormField[]>
  extends
    CommonOptions<Id>,
    Omit<HumanConfig, 'reviewers' | 'onReject' | 'form' | 'claimMs' | 'pauseMs' | 'reminders'> {
  /** Who decides; a text is a person who has to. */
  readonly reviewers: readonly (string | DefinitionReviewer)[];
  /** Where a rejection leads: a node, or as in JSON. Left out where an edge takes it. */
  readonly onReject?: string | HumanConfig['onReject'];
  /** Fields that an approval fills in; they say what `onDecision` gives as `values`. */
  readonly fields?: Fields | undefined;
  /** How long a claim lasts. */
  readonly claim?: Duration | undefined;
  /** How long open questions may hold the deadline up. */
  readonly pause?: Duration | undefined;
  /** When those who are asked are reminded. */
  readonly reminders?:
    readonly ({ readonly after: Duration } | { readonly beforeDue: Duration })[] | undefined;
}

/** What `nodes.agent` takes: the node and its config in one. */
export interface AgentOptions<Id extends string>
  extends CommonOptions<Id>, Omit<AgentConfig, 'agentMaxRuntimeMs' | 'agentId' | 'urlPath'> {
  /** Which of the registered agents to call. */
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
  /** Who decides, on what. */
  readonly config: { readonly form?: { readonly fields: readonly DefinitionFormField[] } };
  /** Of the compiler: there is no such field. */
  readonly '~fields'?: Fields;
};

function human<const Id extends string, const Fields extends readonly FormField[] = readonly []>(
  options: HumanOptions<Id, Fields>,
): TypedHumanNode<Id, Fields> {
  const { nodeId, name, description, sla, calendar, retry, ...config } = options;
  const { reviewers, onReject, fields, claim, pause, reminders, ...others } = config;
  return {
    ...common({ nodeId, name, description, sla, calendar, retry }),
    type: 'human',
    config: given({
      reviewers: reviewers.map((it) => (typeof it === 'string' ? { userId: it, mandatory: true } : it)),
      ...others,
      onReject: typeof onReject === 'string' ? { routeToNodeId: onReject } : onReject,
      form: fields && { fields: fields.map((it) => ({ ...it })) },
      claimMs: claim === undefined ? undefined : duration(claim),
      pauseMs: pause === undefined ? undefined : duration(pause),
      reminders: reminders?.map((it): DefinitionReminder =>
        'after' in it ? { afterMs: duration(it.after) } : { beforeDueMs: duration(it.beforeDue) },
      ),
    }),
  } as TypedHumanNode<Id, Fields>;
}

function agent<const Id extends string>(options: AgentOptions<Id>): AgentNode & { readonly nodeId: Id } {
  const { nodeId, name, description, sla, calendar, retry, maxRuntime, ...config } = options;
  return {
    ...common({ nodeId, name, description, sla, calendar, retry }),
    type: 'agent',
    config: given({
      ...config,
      agentMaxRuntimeMs: maxRuntime === undefined ? undefined : duration(maxRuntime),
    }),
  } as AgentNode & { readonly nodeId: Id };
}

/**
 * Nodes written in code: the same as plain JSON, with durations as people write them.
 * @example
 * ```ts
 * import { nodes } from '@org/approval-core';
 *
 * const legal = nodes.human({ nodeId: 'legal', sla: '2d', reviewers: ['ann'], onReject: 'rework' });
 * console.log(legal.slaMs, legal.config.onReject); // → 172800000 { routeToNodeId: 'rework' }
 * ```
 */
export const nodes = { human, agent } as const;

function common({ sla, calendar, retry, ...base }: CommonOptions<string>): object {
  if (calendar !== undefined && sla === undefined)
    throw new TypeError('calendar needs sla: how much working time');
  const ms = sla === undefined ? undefined : duration(sla);
  const { initialInterval, maximumInterval, ...others } = retry ?? {};
  return given({
    ...base,
    slaMs: calendar === undefined ? ms : undefined,
    sla: calendar === undefined ? undefined : { workingMs: ms, calendar },
    retry:
      retry &&
      given({
        ...others,
        initialIntervalMs: initialInterval === undefined ? undefined : duration(initialInterval),
        maximumIntervalMs: maximumInterval === undefined ? undefined : duration(maximumInterval),
      }),
  });
}

/** Without what is undefined: as JSON has it. */
const given = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined));
