import { answerOf, guard } from '@org/approval-agents/generic';
import type { Ran } from '@org/approval-agents/generic';
import { callsOf, type Driver, type Mail, PRINCIPAL, RUN, type Setting } from './driver.js';

export function genericDriver(): Driver {
  const guarded = ({ gate, send }: Setting) =>
    guard(gate, (args) => send(args as unknown as Mail), {
      name: 'send_mail',
      requester: { principal: PRINCIPAL },
      ref: (_args, callId: string) => ({ framework: 'generic', runId: RUN, callId }),
    });
  return {
    async start(setting, mails) {
      for (const { id, input } of callsOf(mails)) await guarded(setting)({ ...input }, id);
      return JSON.stringify(mails);
    },
    async resume(setting, stored) {
      const ran = [];
      for (const { id, input } of callsOf(JSON.parse(stored) as Mail[]))
        ran.push(await guarded(setting)({ ...input }, id));
      if (ran.some((it) => !it.executed && it.refused.why === 'pending')) return { waiting: stored };
      return { told: JSON.stringify(ran.map(said)) };
    },
  };
}

const said = (ran: Ran<string>) => (ran.executed && !ran.ok ? String(ran.error) : answerOf(ran));
