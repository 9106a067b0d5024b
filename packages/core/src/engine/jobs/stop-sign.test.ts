/** Stopping a running job, and the signal that is created on first use. */
import { expect, test, vi } from 'vitest';
import { createApprovalEngine, createMemoryStore } from '../../index.js';
import type { AgentRequest } from '../../ports/agents.js';
import { CallbackTokens } from '../secrets/callback-tokens.js';
import { StopSign } from './stop-sign.js';

const REASON = new Error('the step has ended');

test('is up once it is raised, and stays so with its first reason', () => {
  const stop = new StopSign();
  const { signal } = stop;
  expect([stop.isUp(), signal.aborted]).toEqual([false, false]);
  stop.raise(REASON);
  stop.raise(new Error('another'));
  expect([stop.isUp(), signal.aborted, signal.reason]).toEqual([true, true, REASON]);
  expect(stop.signal).toBe(signal);
});

test('a signal that is asked for later is aborted already', () => {
  const stop = new StopSign();
  stop.raise(REASON);
  expect(stop.signal.reason).toBe(REASON);
});

test('listeners hear of it once, behind the signal; not those that were taken off', () => {
  const stop = new StopSign();
  const heard: string[] = [];
  stop.whenUp(() => heard.push('listener'));
  stop.whenUp(() => heard.push('taken off'))();
  stop.signal.addEventListener('abort', () => heard.push('signal'));
  stop.raise(REASON);
  stop.raise(REASON);
  expect(heard).toEqual(['signal', 'listener']);
});

test('an agent that asks for neither signal nor token costs neither', async () => {
  const signals = vi.spyOn(StopSign.prototype, 'signal', 'get');
  const tokens = vi.spyOn(CallbackTokens.prototype, 'issue');
  const seen: unknown[] = [];
  const passed = { passed: true, summary: 'fine' };
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    agents: {
      plain: () => passed,
      curious: (request: AgentRequest) => {
        const { signal, callbackToken, ...rest } = request;
        seen.push(signal.aborted, typeof callbackToken, request.callbackToken === callbackToken, rest.nodeId);
        return passed;
      },
    },
    secretKeys: [{ keyId: 'k1', key: new Uint8Array(32).fill(7) }],
  });
  const run = async (agentId: string) => {
    await engine.definitions.create({
      definitionId: agentId,
      name: agentId,
      nodes: [{ nodeId: 'check', type: 'agent', config: { agentId, urlPath: 'url' } }],
      edges: [],
    });
    await engine.executions.dispatch({
      definitionId: agentId,
      triggerContext: { url: 'https://example.com' },
    });
    await engine.idle();
    return [signals.mock.calls.length, tokens.mock.calls.length];
  };
  expect(await run('plain')).toEqual([0, 0]);
  expect(await run('curious')).toEqual([1, 1]);
  expect(seen).toEqual([false, 'string', true, 'check']);
  await engine.stop();
  vi.restoreAllMocks();
});
