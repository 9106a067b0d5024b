import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import type { AgentFunction } from '../../index.js';
import { agent, edge } from '../../test-support/run.js';

const UNAUTHENTICATED = expect.objectContaining({
  status: 'UNAUTHENTICATED',
  message: 'the request could not be authenticated',
}) as unknown;

describe('a callback (contract section 13)', () => {
  async function deferred() {
    const tokens: (string | null)[] = [];
    const later: AgentFunction = ({ callbackToken }) => {
      tokens.push(callbackToken);
      return { deferred: true };
    };
    const kit = createTestEngine({ agents: { later } });
    const nodes = [agent('a', 'later'), agent('next')];
    await kit.engine.definitions.create({
      definitionId: 'flow',
      name: 'Flow',
      nodes,
      edges: [edge('a', 'next')],
    });
    const { executionId } = await kit.engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: { url: 'u' },
    });
    await kit.drain();
    return { ...kit, executionId, token: tokens[0] as string };
  }

  test('completes the step of its token, once; the same again has the same result', async () => {
    const { engine, drain, executionId, token } = await deferred();
    const body = { status: 'completed', output: { score: 7 } } as const;
    const result = await engine.inbound.callback(token, body);
    expect(result).toEqual({ completed: true, executionId, stepId: 'step_a' });
    await drain();
    expect(await engine.inbound.callback(token, { output: { score: 7 }, status: 'completed' })).toEqual(
      result,
    );
    const other = engine.inbound.callback(token, { status: 'completed', output: { score: 8 } });
    await expect(other).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    await expect(engine.inbound.callback(token, { status: 'failed' })).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
    const { steps, status } = await engine.executions.get({ executionId });
    expect([status, steps[0]?.output?.['score'], steps.length]).toEqual(['completed', 7, 2]);
  });

  test.each([
    ['out of paper', 'out of paper'],
    [{ message: 'out of paper' }, 'out of paper'],
    [{ code: 'E7', message: 'out of paper' }, 'E7: out of paper'],
  ])('may say that it failed: %j', async (error, message) => {
    const { engine, drain, executionId, token } = await deferred();
    await engine.inbound.callback(token, { status: 'failed', error });
    await drain();
    const { steps } = await engine.executions.get({ executionId });
    expect(steps[0]).toMatchObject({ status: 'failed', error: { message } });
  });

  test('is refused without a token of this engine', async () => {
    const { engine, token } = await deferred();
    const other = await deferred();
    const [version, keyId, target, signature] = token.split('.') as [string, string, string, string];
    const elsewhere = Buffer.from(JSON.stringify(['default', 'exec_2', 'step_a'])).toString('base64url');
    const forged = [
      '',
      'x',
      other.token,
      `${version}.${keyId}.${elsewhere}.${signature}`,
      `${version}.${keyId}.${target}.`,
      `${version}.other.${target}.${signature}`,
      `v2.${keyId}.${target}.${signature}`,
      `${token}A`,
      token.slice(0, -1),
    ];
    for (const it of forged) {
      await expect(engine.inbound.callback(it, { status: 'completed' })).rejects.toEqual(UNAUTHENTICATED);
    }
    await expect(engine.inbound.callback(token, { status: 'done' } as never)).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
  });

  test('reads nothing before the token has proved itself', async () => {
    const { engine, token } = await deferred();
    let reads = 0;
    const read = () => {
      reads += 1;
      return { status: 'completed' };
    };
    const refused = () => Promise.reject(new Error('over its limit'));
    await expect(engine.inbound.callback(`${token}A`, read)).rejects.toEqual(UNAUTHENTICATED);
    await expect(engine.inbound.callback(token, read, refused)).rejects.toThrow();
    expect(reads).toBe(0);
    expect(await engine.inbound.callback(token, read)).toMatchObject({ completed: true });
    expect(reads).toBe(1);
  });

  test('ends with its step', async () => {
    const { engine, executionId, token } = await deferred();
    await engine.executions.cancel({ executionId });
    await expect(engine.inbound.callback(token, { status: 'completed' })).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });
});
