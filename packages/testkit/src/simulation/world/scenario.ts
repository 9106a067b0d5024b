/** Subject of a history: a definition, and the arguments of its dispatches. */
import fc from 'fast-check';
import type { Calendar, JsonObject, StaticDirectoryData } from '@org/approval-core';
import { traitsOf } from '@org/approval-core/internal';
import {
  madeUpAnswer,
  madeUpCalendars,
  madeUpDirectory,
  madeUpSubject,
} from '@org/approval-internal/made-up';
import { isJsonList, isJsonObject, textIn } from '@org/approval-internal/json';
import { itemAt } from '@org/approval-internal/lists';
import { withGroupEdges } from '../in-words.js';
import { randomEnds } from '../random-ends.js';
import { randomLoopWithGroup } from '../random-workflow.js';
import { peopleWorkflow } from './people-workflow.js';
import { partiesOfDispatch, withVerbs } from './people-world.js';
import type { SeededRandom } from './random.js';
import { childrenFor, madeUpChildren, withCalls, withTriggers } from './scenario-triggers.js';

/** A definition, and the arguments of its dispatches. */
export interface Scenario {
  /** The definition, as an author would write it. */
  readonly definition: JsonObject;
  /**
   * The definitions that its subflows run, each after those that it runs itself; none by default.
   */
  readonly others?: readonly JsonObject[];
  /** Ids of the agents that the definition calls. */
  readonly agentIds: readonly string[];
  /** Names of the channels that the definition names; none by default. */
  readonly channels?: readonly string[];
  /** True when its events are pushed to a receiver. */
  readonly hasReceiver: boolean;
  /** Fewest calls of users; 5 by default. */
  readonly calls?: number;
  /** Extra arguments that its nodes require with a decision; none by default. */
  readonly answerWith?: (nodeId: string, decision: string) => object;
  /** The calendars of its engines; none by default. */
  readonly calendars?: Readonly<Record<string, Calendar>>;
  /** Members of groups and roles; those of random definitions by default. */
  readonly directory?: StaticDirectoryData;
  /** Arguments of one dispatch: its trigger context and, in some scenarios, its own webhook. */
  readonly dispatchWith: (random: SeededRandom) => object;
}

const SECRET = 'whsec-of-the-simulation';
const contextOf = (random: SeededRandom) => ({ url: 'https://example.com/it', lenient: random.chance(0.5) });

/** A random definition over all features. */
export function randomScenario(random: SeededRandom): Scenario {
  const seed = random.below(2 ** 31);
  const workflows = random.chance(0.85) ? withGroupEdges(randomEnds) : randomLoopWithGroup;
  const made = fc.sample(workflows, { seed, numRuns: 1 });
  const definition = random.chance(0.15)
    ? peopleWorkflow(random)
    : withTriggers(withVerbs(withCalls(withCeilings(itemAt(made, 0), random), random), random), random);
  const others = childrenFor(definition, random);
  const receiver = random.pick(['none', 'definition', 'some types', 'run']);
  const types = { eventTypes: ['step.awaiting-approval', 'step.completed', 'execution.completed'] };
  const config = {
    url: 'https://receiver.example.com/events',
    secret: SECRET,
    ...(receiver === 'some types' && types),
  };
  return {
    definition:
      receiver === 'definition' || receiver === 'some types'
        ? { ...definition, webhookConfig: config }
        : definition,
    others,
    agentIds: agentIdsOf(definition, ...others),
    channels: channelsOf(definition, ...others),
    hasReceiver: receiver !== 'none',
    dispatchWith: (it) => ({
      triggerContext: contextOf(it),
      ...partiesOfDispatch(it),
      ...(receiver === 'run' && { webhookUrl: 'https://run.example.com/events', webhookSecret: SECRET }),
    }),
  };
}

/** The definition of a user, dispatched with their context; other required data is generated. */
export function givenScenario(definition: JsonObject, triggerContext: JsonObject): Scenario {
  const subject = madeUpSubject(definition);
  return {
    definition,
    others: madeUpChildren(definition),
    agentIds: agentIdsOf(definition),
    channels: channelsOf(definition),
    hasReceiver: definition['webhookConfig'] !== undefined,
    answerWith: (nodeId, decision) => madeUpAnswer(definition, nodeId, decision),
    calendars: madeUpCalendars(definition),
    directory: madeUpDirectory(definition),
    dispatchWith: () => ({ triggerContext, ...(subject !== null && { subject }) }),
  };
}

const nodesOf = ({ nodes }: JsonObject): readonly JsonObject[] =>
  isJsonList(nodes) ? nodes.filter(isJsonObject) : [];

const callsAnAgent = (node: JsonObject): boolean => traitsOf(node['type'])?.callsAgent === true;

function agentIdsOf(...definitions: readonly JsonObject[]): string[] {
  const ids = definitions
    .flatMap(nodesOf)
    .flatMap((it) => (callsAnAgent(it) ? [textIn(it['config'], 'agentId')] : []));
  return [...new Set(ids)].filter((it) => it !== '__mock__').sort();
}

const notifies = (node: JsonObject): boolean => traitsOf(node['type'])?.calls === 'notification';

function channelsOf(...definitions: readonly JsonObject[]): string[] {
  const names = definitions
    .flatMap(nodesOf)
    .flatMap((it) => (notifies(it) ? [textIn(it['config'], 'channel')] : []));
  return [...new Set(names)];
}

/** Gives some agents a time limit that a slow one exceeds. */
function withCeilings(definition: JsonObject, random: SeededRandom): JsonObject {
  const nodes = nodesOf(definition).map((node) =>
    callsAnAgent(node) && random.chance(0.2)
      ? { ...node, config: { ...(isJsonObject(node['config']) && node['config']), agentMaxRuntimeMs: 8_000 } }
      : node,
  );
  return { ...definition, nodes: nodes };
}

/** A history about people only. */
export const peopleScenario = (random: SeededRandom): Scenario => ({
  definition: peopleWorkflow(random),
  agentIds: [],
  calls: 40,
  hasReceiver: false,
  dispatchWith: (it) => ({ triggerContext: { url: 'https://example.com/it' }, ...partiesOfDispatch(it) }),
});
