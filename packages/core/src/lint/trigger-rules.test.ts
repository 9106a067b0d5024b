import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../definition/json.js';
import { agent } from '../test-support/run.js';
import { readDefinition } from './read.js';

const SECRET = 'x'.repeat(32);
function warnings(inboundWebhook: object): string[] {
  const triggers = [
    { triggerId: 'push', inboundWebhook: { authMode: 'hmac', secret: SECRET, ...inboundWebhook } },
  ];
  const json = { definitionId: 'triggered', name: 'Triggered', nodes: [agent('a')], edges: [], triggers };
  const read = readDefinition(json as unknown as JsonValue, { maxStepsPerExecution: 10, agentIds: null });
  expect(read.ok).toBe(true);
  return read.warnings.map((it) => `${it.code} ${it.path}`);
}

describe('triggers (contract sections 13 and 15)', () => {
  const REPLAYABLE = ['trigger-replayable triggers[0].inboundWebhook'];
  test.each<[string, object, string[]]>([
    ['our own events, whose id and time are signed', {}, []],
    ['the same by name', { provider: 'svc' }, []],
    ['our own events with an id from elsewhere', { idempotencyHeader: 'x-id' }, REPLAYABLE],
    ['GitHub, whose id stands in a header', { provider: 'github' }, REPLAYABLE],
    ['GitHub, with an id in the body', { provider: 'github', idempotencyBodyPath: 'after' }, []],
    ['a custom sender without an id', { provider: 'custom' }, REPLAYABLE],
    ['a custom sender with a header', { provider: 'custom', idempotencyHeader: 'x-id' }, REPLAYABLE],
    ['a bearer', { authMode: 'bearer' }, REPLAYABLE],
    ['a bearer with an id in the body', { authMode: 'bearer', idempotencyBodyPath: 'id' }, []],
  ])('trigger-replayable: %s', (_, inboundWebhook, expected) => {
    expect(warnings(inboundWebhook)).toEqual(expected);
  });

  const SHORT = ['trigger-secret-short triggers[0].inboundWebhook.secret'];
  test.each<[string, object, string[]]>([
    ['31 characters', { authMode: 'bearer', secret: 'x'.repeat(31) }, SHORT],
    ['31 characters of two units each', { authMode: 'bearer', secret: '𝒙'.repeat(31) }, SHORT],
    ['32 characters', { authMode: 'bearer', secret: 'x'.repeat(32) }, []],
    ['one that was given before', { authMode: 'bearer', secret: undefined }, []],
    ['one that signs', { authMode: 'hmac', secret: 'x'.repeat(16) }, []],
  ])('trigger-secret-short: %s', (_, inboundWebhook, expected) => {
    expect(warnings({ idempotencyBodyPath: 'id', ...inboundWebhook })).toEqual(expected);
  });

  test('each has its own id, also next to malformed items', () => {
    const named = (triggerId: string, more = {}) => ({
      triggerId,
      inboundWebhook: { authMode: 'hmac', secret: SECRET },
      ...more,
    });
    const triggers = [
      named('push'),
      { triggerId: 7 },
      named('pull'),
      named('push'),
      named('push', { colour: 1 }),
    ];
    const json = { definitionId: 'triggered', name: 'Triggered', nodes: [agent('a')], edges: [], triggers };
    const read = readDefinition(json as unknown as JsonValue, { maxStepsPerExecution: 10, agentIds: null });
    const issues = read.ok ? [] : read.issues.map((it) => `${it.code} ${it.path}`);
    expect(issues).toEqual(
      expect.arrayContaining(['invalid-field triggers[3].triggerId', 'invalid-field triggers[4].triggerId']),
    );
    expect(issues.filter((it) => it.endsWith('].triggerId'))).toHaveLength(3);
  });
});
