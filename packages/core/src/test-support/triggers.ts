/** Definitions with triggers, for tests. */
import type { DefinitionTrigger, EventTrigger, ScheduleTrigger } from '../definition/triggers.js';
import type { Definition } from '../definition/types.js';
import { agent, human, rejectTo } from './run.js';

export const scheduled = (schedule: Partial<ScheduleTrigger> = {}): DefinitionTrigger => ({
  triggerId: 'due',
  schedule: { cron: '0 * * * *', ...schedule },
});

export const listening = (event: Partial<EventTrigger> = {}): DefinitionTrigger => ({
  triggerId: 'told',
  event: { types: ['order.paid'], ...event },
});

/** A definition whose runs end at once. */
export const triggered = (trigger: DefinitionTrigger, more: Partial<Definition> = {}): Definition => ({
  definitionId: 'flow',
  name: 'Flow',
  nodes: [agent('check')],
  edges: [],
  triggers: [trigger],
  ...more,
});

/** The nodes of a definition whose runs wait for a person. */
export const asking = [human('review', 'ann', rejectTo('rework')), agent('rework')];
