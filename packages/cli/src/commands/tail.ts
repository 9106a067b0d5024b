/** `approval tail`: the events of a run, and those to come. */
import { type ExternalEvent, type ExecutionStatus, isTerminal } from '@org/approval-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '../files/locate.js';
import { EXIT, type Io } from '../io.js';
import { timeText } from '../report/table.js';
import { type Opened, type StoreOptions, withStore } from './store.js';

export interface TailOptions extends StoreOptions {
  readonly json: boolean;
  readonly since: number;
  readonly follow: boolean;
}

/** Between two looks at a run under way. */
const PAUSE_MS = 500;

export const tail = (io: Io, executionId: string, options: TailOptions): Promise<number> =>
  withStore(io, options, async (opened) => {
    let since = options.since;
    for (;;) {
      // Asked before: what ends the run meanwhile is still read.
      const status = await statusOf(opened, executionId);
      since = await readOn(io, opened, { executionId, since, json: options.json });
      if (!options.follow || isTerminal(status) || io.signal.aborted) return EXIT.done;
      await sleep(PAUSE_MS, undefined, { signal: io.signal }).catch(() => undefined);
    }
  });

const statusOf = async ({ operations }: Opened, executionId: string): Promise<ExecutionStatus> =>
  (await operations.executions.get({ executionId })).status;

async function readOn(
  io: Io,
  { operations }: Opened,
  from: { readonly executionId: string; readonly since: number; readonly json: boolean },
): Promise<number> {
  let sinceSeq = from.since;
  for (;;) {
    const page = await operations.executions.getEvents({
      executionId: from.executionId,
      sinceSeq,
      pageSize: 500,
    });
    for (const it of page.events) {
      io.out(`${from.json ? JSON.stringify(it) : lineOf(it)}\n`);
      sinceSeq = it.seq;
    }
    if (!page.hasMore || io.signal.aborted) return sinceSeq;
  }
}

const SHOWN = [
  'waitingForReviewers',
  'decision',
  'reviewerId',
  'error',
  'actorId',
  'reason',
  'iteration',
  'failureReason',
];

function lineOf({ seq, timestamp, type, stepId, data }: ExternalEvent): string {
  const facts = Object.entries(data as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => SHOWN.includes(name) && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return printable(
    `${String(seq).padStart(5)}  ${timeText(timestamp)}  ${type.padEnd(23)} ${[stepId ?? '', ...facts].join('  ')}`.trimEnd(),
  );
}
