/** The process of the agent is killed while it waits, and in the middle of the call: what it stored is all that is left of it. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { createTestEngine } from '@org/approval-testkit';
import { afterAll, expect, test } from 'vitest';
import { drivers } from '../drivers/all.js';
import type { Mail } from '../drivers/driver.js';
import { answer, asked, policies, review } from './people.js';
import { inProcess, killAll } from './processes.js';

afterAll(killAll);

const MAIL: Mail = { to: 'ann@example.com', text: 'Hello' };

test.each(Object.keys(drivers))(
  '%s: executed at most once, and the model is told',
  { timeout: 60_000 },
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

    // Spent, and the tool has been called; what it answered never arrived.
    expect(await inProcess(setting, { name, mails: [], stored }, 'send')).toBeUndefined();
    expect(sent).toEqual([MAIL]);
    expect(await gate.get({ permitId: permit!.permitId })).toMatchObject({
      state: 'spent',
      outcome: 'unknown',
    });

    const after = await inProcess(setting, { name, mails: [], stored });
    expect(sent).toEqual([MAIL]);
    const resumed = after?.resumed ?? { waiting: '' };
    if ('told' in resumed) expect(resumed.told).toContain('Not executed again: it was started once before');
    // MCP names no call: what comes again without state is a new question, to people.
    else expect((await asked(gate)).map(({ permitId }) => permitId)).not.toContain(permit!.permitId);
    await gate.stop();
    await engine.stop();
  },
);
