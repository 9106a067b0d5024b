/** Rules that every adapter keeps, whichever framework calls it. */
import type { JsonObject } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Refused } from '../types.js';
import type { PermitGate } from './permitted.js';
import {
  BOT,
  FRAMEWORKS,
  type Framework,
  type GuardedCall,
  Interrupted,
  type Setup,
  TOOL,
} from './test-support/frameworks.js';
import { mails } from './test-support/mails.js';

const ANN = { to: 'ann@example.com' };
const BEN = { to: 'ben@example.com' };

let set: Awaited<ReturnType<typeof mails>>;
let sent: JsonObject[];
beforeEach(async () => {
  set = await mails();
  sent = [];
});
afterEach(() => set.stop());

const send = (args: JsonObject) => {
  sent.push(args);
  return `sent to ${JSON.stringify(args['to'])}`;
};

/** Text that the model gets; a pause of the graph is the word `paused`. */
const messageOf = async (answer: Promise<unknown>): Promise<string> => {
  try {
    return JSON.stringify(await answer);
  } catch (error) {
    if (error instanceof Interrupted) return 'paused';
    throw error;
  }
};

const guarded = (framework: Framework, more: Partial<Setup> = {}): GuardedCall =>
  framework.guarded({ gate: set.gate, tool: send, ...more });

/** The permit that was asked for, in any state. */
const permit = async () => {
  const [found] = (await set.gate.list()).items;
  if (found === undefined) throw new Error('no permit was asked for');
  return found;
};

/** Lets what is under way come to its wait. */
const settledIn = async (turns = 50) => {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
};

/** Gate whose operations are as given. */
const gateWith = (more: Partial<PermitGate>): PermitGate => overriding(set.gate, more);

describe.each(FRAMEWORKS.map((it) => [it.name, it] as const))('%s', (_, framework) => {
  test('asks with the name, the arguments and the requester of the host', async () => {
    await messageOf(guarded(framework)(ANN));
    expect(await permit()).toMatchObject({
      state: 'pending',
      call: { tool: TOOL, args: ANN, target: null },
      ref: { framework: framework.ref, attempt: 1 },
      requester: { principal: 'assistant', onBehalfOf: null },
    });
  });

  test('does not execute while people have not answered, however often it is called', async () => {
    const call = guarded(framework);
    for (let again = 0; again < 3; again++) {
      expect(await messageOf(call(ANN))).toMatch(/paused|people have not answered yet/);
    }
    expect(sent).toEqual([]);
    expect(await set.pending()).toHaveLength(1);
  });

  test('executes what was approved, once, and reports that it did', async () => {
    const call = guarded(framework);
    await messageOf(call(ANN));
    const { permitId } = await set.answer('approve');
    expect(await messageOf(call(ANN))).toContain('ann@example.com');
    expect(sent).toEqual([ANN]);
    expect(await set.gate.get({ permitId })).toMatchObject({ state: 'spent', outcome: { ok: true } });
  });

  test('says of a second delivery that it was executed before, or asks anew', async () => {
    const call = guarded(framework);
    await messageOf(call(ANN));
    await set.answer('approve');
    await call(ANN);
    const again = await messageOf(call(ANN));
    expect(sent).toHaveLength(1);
    if (framework.namesNoCall) expect(await set.pending()).toMatchObject([{ ref: { attempt: 2 } }]);
    else expect(again).toContain('it was executed before, successfully');
  });

  test('tells why it was denied, and executes nothing', async () => {
    const call = guarded(framework);
    await messageOf(call(ANN));
    await set.answer('reject');
    expect(await messageOf(call(ANN))).toMatch(/denied: people (rejected it|denied exactly this call)/);
    expect(sent).toEqual([]);
  });

  test('executes the arguments that a person wrote, and tells the model', async () => {
    const call = guarded(framework);
    await messageOf(call(ANN));
    await set.amend(BEN);
    await set.answer('approve');
    const answer = await messageOf(call(ANN));
    expect(sent).toEqual([BEN]);
    if (framework.name !== 'generic') expect(answer).toContain('A person changed the arguments');
    expect(answer).toContain('ben@example.com');
  });

  test('hands a frozen copy of the arguments to the tool', async () => {
    const nested = { to: 'ann@example.com', cc: ['ben@example.com'] };
    const call = guarded(framework);
    await messageOf(call(nested));
    await set.answer('approve');
    await call(nested);
    nested.cc.push('eve@example.com');
    expect(sent).toEqual([{ to: 'ann@example.com', cc: ['ben@example.com'] }]);
    expect(Object.isFrozen(sent[0])).toBe(true);
  });

  test('reports what the tool threw', async () => {
    const tool = () => {
      throw new Error('no mail server');
    };
    const call = guarded(framework, { tool });
    await messageOf(call(ANN));
    const { permitId } = await set.answer('approve');
    const answer = await messageOf(call(ANN)).catch((error: unknown) => String(error));
    expect(answer).toContain('no mail server');
    expect(await set.gate.get({ permitId })).toMatchObject({
      state: 'spent',
      outcome: { ok: false, error: expect.stringContaining('no mail server') as string },
    });
  });

  test.each(['request', 'redeem'] as const)('executes nothing where %s of the gate throws', async (name) => {
    const call = guarded(framework);
    await messageOf(call(ANN));
    await set.answer('approve');
    const lost = () => Promise.reject(new Error('connection reset'));
    const broken = guarded(framework, { gate: gateWith({ [name]: lost }) });
    await expect(broken(ANN)).rejects.toThrow('connection reset');
    expect(sent).toEqual([]);
  });

  test('executes nothing for a redemption that is not ok, in any state of the permit', async () => {
    const call = guarded(framework);
    await messageOf(call(ANN));
    await set.answer('approve');
    const refused: Refused = { ok: false, why: 'mismatch', code: null, difference: ['/args/to'] };
    const other = guarded(framework, { gate: gateWith({ redeem: () => Promise.resolve(refused) }) });
    expect(await messageOf(other(ANN))).toContain('they differ at /args/to');
    expect(sent).toEqual([]);
  });

  test('waits for people for `waitMs`', async () => {
    const call = guarded(framework, { waitMs: 30_000 });
    const answer = call(ANN);
    await settledIn();
    expect(sent).toEqual([]);
    await set.answer('approve');
    await answer;
    expect(sent).toEqual([ANN]);
  });

  describe('a caller that gives up', () => {
    test('while the call waits: the tool does not execute, also when people approve later', async () => {
      const caller = new AbortController();
      const answer = guarded(framework, { waitMs: 30_000 })(ANN, { signal: caller.signal });
      const gaveUp = expect(answer).rejects.toThrow('the user left');
      await settledIn();
      caller.abort(new Error('the user left'));
      await gaveUp;
      const { permitId } = await set.answer('approve');
      await settledIn();
      expect(sent).toEqual([]);
      // Nothing is spent: the call can be made again.
      expect(await set.gate.get({ permitId })).toMatchObject({ state: 'granted' });
      await guarded(framework)(ANN);
      expect(sent).toEqual([ANN]);
    });

    test('at the moment of the answer: the tool does not execute', async () => {
      const caller = new AbortController();
      const gate = gateWith({
        get: async (request) => {
          const found = await set.gate.get(request);
          if (found.state === 'granted') caller.abort(new Error('the user left'));
          return found;
        },
      });
      const answer = guarded(framework, { gate, waitMs: 30_000 })(ANN, { signal: caller.signal });
      const gaveUp = expect(answer).rejects.toThrow('the user left');
      await settledIn();
      await set.answer('approve');
      await gaveUp;
      expect(sent).toEqual([]);
      expect(await permit()).toMatchObject({ state: 'granted' });
    });

    test('before the call came: the tool does not execute', async () => {
      const call = guarded(framework);
      await messageOf(call(ANN));
      await set.answer('approve');
      const signal = AbortSignal.abort(new Error('the user left'));
      await expect(call(ANN, { signal })).rejects.toThrow('the user left');
      expect(sent).toEqual([]);
      expect(await permit()).toMatchObject({ state: 'granted' });
    });

    test('while the permit is redeemed: it is spent, and its outcome says that nothing was executed', async () => {
      await messageOf(guarded(framework)(ANN));
      await set.answer('approve');
      const caller = new AbortController();
      const gate = gateWith({
        redeem: async (request) => {
          const redeemed = await set.gate.redeem(request);
          caller.abort(new Error('the user left'));
          return redeemed;
        },
      });
      const call = guarded(framework, { gate });
      await expect(call(ANN, { signal: caller.signal })).rejects.toThrow('the user left');
      expect(sent).toEqual([]);
      const [spent] = (await set.gate.list({ state: 'spent' })).items;
      expect(spent).toMatchObject({
        outcome: { ok: false, error: expect.stringContaining('not executed') as string },
      });
    });

    test('keeps no listener on the signal of a call that went on', async () => {
      const { signal } = new AbortController();
      const added = vi.spyOn(signal, 'addEventListener');
      const removed = vi.spyOn(signal, 'removeEventListener');
      const answer = guarded(framework, { waitMs: 30_000 })(ANN, { signal });
      await settledIn();
      await set.answer('approve');
      await answer;
      expect(added).toHaveBeenCalled();
      expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    });
  });

  test('asks about another requester by itself', async () => {
    await messageOf(guarded(framework)(ANN));
    await set.answer('approve');
    const stranger = guarded(framework, { requester: { ...BOT, onBehalfOf: 'eve' } });
    expect(await messageOf(stranger(ANN))).toMatch(/paused|people have not answered yet/);
    expect(sent).toEqual([]);
  });
});
