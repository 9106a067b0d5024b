import { expect, test } from 'vitest';
import type { JsonValue } from '../definition/json.js';
import { EXTERNAL_EVENT_TYPES } from '../interpreter/event.js';
import { agent } from '../test-support/run.js';
import { readDefinition } from './read.js';

test.each<[string, readonly string[], string[]]>([
  ['every type there is', EXTERNAL_EVENT_TYPES, []],
  ['a misspelt one', ['execution.completed', 'step.complete'], ['webhookConfig.eventTypes[1]']],
  ['an internal one', ['step.scheduled'], ['webhookConfig.eventTypes[0]']],
  ['a name that every object has', ['constructor'], ['webhookConfig.eventTypes[0]']],
])('webhook-event-type-unknown (contract sections 12 and 15): %s', (_, eventTypes, paths) => {
  const webhookConfig = { url: 'https://example.com', secret: 'x'.repeat(16), eventTypes };
  const json = {
    definitionId: 'receiving',
    name: 'Receiving',
    nodes: [agent('a')],
    edges: [],
    webhookConfig,
  };
  const read = readDefinition(json as unknown as JsonValue, { maxStepsPerExecution: 10, agentIds: null });
  expect(read.ok).toBe(true);
  expect(read.warnings.map((it) => `${it.code} ${it.path}`)).toEqual(
    paths.map((path) => `webhook-event-type-unknown ${path}`),
  );
});

test.each(['nodes', 'edges', 'groups', 'loops'])(
  'an unknown event type is reported next to a malformed item of %s',
  (part) => {
    const webhookConfig = { url: 'https://example.com', eventTypes: ['step.complete'] };
    const json: Record<string, unknown> = {
      definitionId: 'both',
      name: 'Both',
      nodes: [agent('a')],
      edges: [],
      webhookConfig,
    };
    const written = { ...json, [part]: [{}] };
    const read = readDefinition(written as unknown as JsonValue, {
      maxStepsPerExecution: 10,
      agentIds: null,
    });
    expect(read.ok).toBe(false);
    expect(read.warnings.map((it) => it.path)).toContain('webhookConfig.eventTypes[0]');
  },
);
