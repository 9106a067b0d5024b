/** Senders that may send to loopback, as if it were a public name. */
import { VirtualClock } from '@org/approval-testkit';
import type { Resolver } from '../address/lookup.js';
import { addressPolicy } from '../address/policy.js';
import type { Timer } from '../sending/deadline.js';
import { type SendRequest, type SendResult, type SenderOptions, createSender } from '../sending/send.js';

export const HOST = 'hooks.example.com';

/** Everything of a request that no message may quote. */
export const CANARY = 'canary-7f3a';

export const toLoopback: Resolver = async () => [{ address: '127.0.0.1' }];

const LOOPBACK: SenderOptions = {
  policy: addressPolicy({ allowHttp: true, allowCidrs: ['127.0.0.1/32'] }),
  resolver: toLoopback,
};

type Request = Partial<SendRequest> & { readonly scheme?: 'http' | 'https'; readonly port: number };

/** One attempt at `http://hooks.example.com:<port>/…`. */
export function send({ port, scheme = 'http', ...request }: Request, options: SenderOptions = {}) {
  return createSender({ ...LOOPBACK, ...options })({
    url: `${scheme}://${HOST}:${port}/${CANARY}?token=${CANARY}`,
    headers: { 'x-secret': CANARY },
    body: Buffer.from(CANARY),
    ...request,
  });
}

/** A sender's clock, and an attempt in progress. */
export function clocked(start: (timer: Timer) => Promise<SendResult>) {
  const clock = new VirtualClock();
  const timer: Timer = (ms, wake) => clock.wakeAt(clock.now() + ms, wake);
  let settled: SendResult | null = null;
  const result = start(timer).then((it) => (settled = it));
  return {
    result,
    settled: () => settled,
    /** Goes on by so many ms, and lets everything happen that then can. */
    advance: async (ms: number) => {
      await clock.advance(ms);
      await turns(5);
    },
  };
}

/** Turns the event loop, so that sockets can report events. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
