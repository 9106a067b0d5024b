/** The agent's process is killed while it waits and during the call; only stored state remains. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { createTestEngine } from '@org/approval-testkit';
import { afterAll, expect, test } from 'vitest';
import { drivers } from '../drivers/all.js';
import type { Mail } from '../drivers/driver.js';
import { answer, asked, expectNewQuestion, policies, review } from './people.js';
import { inProcess, killAll } from './processes.js';

afterAll(killAll);

const MAIL: Mail = { to: 'ann@example.com', text: 'Hello' };

test.each(Object.keys(drivers))(
  '%s: executed at most once, and the model is told',
  { timeout: 120_000 },
  async (name) => {
    const { engine, clock } = createTestEngine();
    await engine.definitions.create(review);
    const gate = createApprovalGate({ engine, clock, store: createMemoryPermitStore(), policies });
    const sent: Mail[] = [];
    const setting = {
      gate: {
        request: gate.request.bind(gate),
        get: gate.get.bind(gate),
        redeem: gate.redeem.bind(gate),
        outcome: gate.outcome.bind(gate),
      },
      send: async (mail: Mail) => {
        sent.push(mail);
        return 'sent';
      },
    };

    const waiting = await inProcess(setting, { name, mails: [MAIL] });
    const stored = waiting?.stored ?? '';
    const [permit] = await asked(gate);
    expect(sent).toEqual([]);
    await answer(engine, permit!, 'approve');

    // Spent, and the tool was called, but its result never arrived.
    expect(await inProcess(setting, { name, mails: [], stored }, 'send')).toBeUndefined();
    expect(sent).toEqual([MAIL]);
    expect(await gate.get({ permitId: permit!.permitId })).toMatchObject({
      state: 'spent',
      outcome: 'unknown',
    });

    const after = await inProcess(setting, { name, mails: [], stored });
    expect(sent).toEqual([MAIL]);
    const { namesNoCall } = await drivers[name]!();
    const resumed = after?.resumed ?? { waiting: '' };
    if (namesNoCall) await expectNewQuestion(gate, resumed, permit!);
    else
      expect(resumed).toMatchObject({
        told: expect.stringContaining('Not executed again: it was started once before') as string,
      });
    await gate.stop();
    await engine.stop();
  },
);
