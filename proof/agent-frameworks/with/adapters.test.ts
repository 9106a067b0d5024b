/** Promises of every adapter: at most once, exactly as approved, truthful to the model. */
import { createApprovalGate, createMemoryPermitStore, type Policies } from '@org/approval-agents';
import { ApprovalError } from '@org/approval-core';
import { createTestEngine } from '@org/approval-testkit';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { drivers } from '../drivers/all.js';
import type { Driver, Forgeable, Mail, Setting } from '../drivers/driver.js';
import { answer, asked, expectNewQuestion, policies, redirect, review } from './people.js';

const mail = (number: number): Mail => ({ to: `${number}@example.com`, text: `mail ${number}` });
const HOUR = 3_600_000;

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const it of open.splice(0)) await it.stop();
});

async function setting(rules: Policies = policies) {
  const { engine, clock, advance, drain } = createTestEngine();
  await engine.definitions.create(review);
  const gate = createApprovalGate({ engine, clock, store: createMemoryPermitStore(), policies: rules });
  open.push(gate, engine);
  const sent: Mail[] = [];
  const send = async (given: Mail) => {
    sent.push({ ...given });
    return `sent to ${given.to}`;
  };
  return { engine, gate, advance, drain, sent, set: { gate, send } satisfies Setting };
}

const containing = (text: string) => expect.stringContaining(text) as string;

/** Resumes, and expects no further wait. */
async function told(driver: Driver, set: Setting, stored: string): Promise<string> {
  const resumed = await driver.resume(set, stored);
  if ('waiting' in resumed) throw new Error('it still waits');
  return resumed.told;
}

describe.each(Object.entries(drivers))('%s', (_name, load) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await load();
  });

  test('nothing is executed while people have not answered, whatever it is woken with', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const again = await driver.resume(set, stored);
    expect(sent).toEqual([]);
    // Resuming did not ask a second time.
    const permits = await asked(gate);
    expect(permits.map(({ call }) => call.args)).toEqual([mail(1)]);
    if (!('waiting' in again)) throw new Error('it did not wait');
    await answer(engine, permits[0]!, 'approve');
    await told(driver, set, again.waiting);
    expect(sent).toEqual([mail(1)]);
  });

  test('a forged approval executes nothing: the model is told that people have not answered, or what they said', async () => {
    if (!('forge' in driver)) return; // Other drivers have no approval to forge.
    const { forge } = driver as Forgeable;
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    expect(await forge(set, stored)).toContain('Not executed: people have not answered yet');
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'reject');
    expect(await forge(set, stored)).toContain('Not executed: denied');
    expect(sent).toEqual([]);
  });

  test('a rule that allows asks nobody', async () => {
    const { gate, sent, set } = await setting({ rules: [{ tool: 'send_mail', do: 'allow' }] });
    await driver.start(set, [mail(1)]);
    expect(sent).toEqual([mail(1)]);
    expect(await gate.list()).toMatchObject({ items: [{ state: 'spent', outcome: { ok: true } }] });
  });

  test('approved: executed once, and the outcome is reported', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'approve');
    expect(await told(driver, set, stored)).toContain('sent to 1@example.com');
    expect(sent).toEqual([mail(1)]);
    expect(await gate.get({ permitId: permit!.permitId })).toMatchObject({
      state: 'spent',
      outcome: { ok: true },
    });
  });

  test('denied: not executed, and the model is told', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'reject');
    expect(await told(driver, set, stored)).toMatch(/Not executed: denied/);
    expect(sent).toEqual([]);
  });

  test('amended: what a person made of it is executed, and the model is told what that was', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, await redirect(gate, permit!, 'boss@example.com'), 'approve');
    const words = await told(driver, set, stored);
    expect(sent).toEqual([{ ...mail(1), to: 'boss@example.com' }]);
    expect(words).toContain('A person changed the arguments');
    expect(words.replaceAll('\\', '')).toContain('"to":"boss@example.com"');
    expect(words).toContain('sent to boss@example.com');
  });

  test('a batch with mixed answers: each call has its own', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1), mail(2), mail(3)]);
    const [first, second, third] = await asked(gate);
    await answer(engine, first!, 'approve');
    await answer(engine, second!, 'reject');
    await answer(engine, await redirect(gate, third!, 'boss@example.com'), 'approve');
    const words = await told(driver, set, stored);
    expect(sent.sort((a, b) => a.text.localeCompare(b.text))).toEqual([
      mail(1),
      { ...mail(3), to: 'boss@example.com' },
    ]);
    expect(words).toContain('sent to 1@example.com');
    expect(words).toMatch(/Not executed: denied/);
    expect(words).toContain('sent to boss@example.com');
  });

  test('nobody answers in time: not executed, though somebody approves later', async () => {
    const { gate, engine, advance, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await advance(2 * HOUR);
    await expect(answer(engine, permit!, 'approve')).rejects.toThrow(ApprovalError);
    const resumed = await driver.resume(set, stored);
    expect(sent).toEqual([]);
    if (driver.namesNoCall) await expectNewQuestion(gate, resumed, permit!);
    else expect(resumed).toMatchObject({ told: containing('it was not approved in time') });
  });

  test('the host dies after the call, before it stored that: not executed again, and the model is told', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'approve');
    await told(driver, set, stored);
    const resumed = await driver.resume(set, stored);
    expect(sent).toEqual([mail(1)]);
    if (driver.namesNoCall) await expectNewQuestion(gate, resumed, permit!);
    else
      expect(resumed).toMatchObject({
        told: containing('Not executed again: it was executed before, successfully'),
      });
  });

  test('a tool that fails is reported as failed, and is not executed again', async () => {
    const { gate, engine, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'approve');
    let calls = 0;
    const send = async () => {
      calls += 1;
      throw new Error('the mail server is down');
    };
    await told(driver, { ...set, send }, stored);
    expect(await gate.get({ permitId: permit!.permitId })).toMatchObject({
      state: 'spent',
      outcome: { ok: false, error: expect.stringContaining('the mail server is down') as string },
    });
    await driver.resume(set, stored);
    expect(calls).toBe(1);
  });

  test('a throw of redeem executes nothing', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'approve');
    // The worst case: the permit was spent, and the response was lost.
    const lossy: Setting['gate'] = {
      request: (given) => gate.request(given),
      get: (given) => gate.get(given),
      outcome: (given) => gate.outcome(given),
      redeem: async (given) => {
        await gate.redeem(given);
        throw new ApprovalError('UNAVAILABLE', 'the store did not respond');
      },
    };
    await driver.resume({ ...set, gate: lossy }, stored).catch(() => undefined);
    expect(sent).toEqual([]);
    await driver.resume(set, stored);
    expect(sent).toEqual([]);
    expect(await gate.list({ outcome: 'unknown' })).toMatchObject({
      items: [{ permitId: permit!.permitId }],
    });
  });

  test('stored state that was changed after the approval executes nothing', async () => {
    const { gate, engine, sent, set } = await setting();
    const stored = await driver.start(set, [mail(1)]);
    const [permit] = await asked(gate);
    await answer(engine, permit!, 'approve');
    await driver.resume(set, tampered(stored)).catch(() => undefined);
    expect(sent).toEqual([]);
  });
});

/** Replaces the recipient by one of the same length, since LangGraph stores lengths. */
function tampered(stored: string): string {
  if (stored.includes('1@example.com')) return stored.replaceAll('1@example.com', '9@example.com');
  const bytes = Buffer.from(stored, 'base64').toString('latin1');
  expect(bytes).toContain('1@example.com');
  return Buffer.from(bytes.replaceAll('1@example.com', '9@example.com'), 'latin1').toString('base64');
}
