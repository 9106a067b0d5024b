/** `approval tail`: past and future events of a run or of all runs. */
import type { ExternalEvent, FeedEvent } from '@org/approval-core';
import { type ExecutionStatus, isTerminal } from '@org/approval-core/interpreter';
import { setTimeout as sleep } from 'node:timers/promises';
import { entriesOf } from '@org/approval-internal/values';
import { printable } from '@org/approval-internal/visible';
import { jsonText } from '../report/json.js';
import { CliError, EXIT, type Io } from '../io.js';
import { timeText } from '../report/table.js';
import { type Opened, type StoreOptions, withStore } from './store.js';

export interface TailOptions extends StoreOptions {
  readonly json: boolean;
  readonly since: number;
  readonly follow: boolean;
  /** Position in the feed. */
  readonly after: string | undefined;
}

/** Pause between two reads of an active run, in ms. */
const PAUSE_MS = 500;

/** Prints events of one run, or of all runs through the feed. */
export async function tail(io: Io, executionId: string | undefined, options: TailOptions): Promise<number> {
  if (executionId === undefined && options.since > 0)
    throw new CliError('--since is a seq of one run: pass the run, or use --after POSITION');
  if (executionId !== undefined && options.after !== undefined)
    throw new CliError('--after is a position in the feed of all runs: omit the run, or use --since SEQ');
  return executionId === undefined ? tailAll(io, options) : tailRun(io, executionId, options);
}

/** Prints the events after `after`; with `follow` also later ones, from `after` or from now on. */
const tailAll = (io: Io, { after, follow, json, ...options }: TailOptions): Promise<number> =>
  withStore(io, options, async ({ operations: { feed } }) => {
    const tell = (events: readonly FeedEvent[]) => {
      for (const it of events)
        io.out(json ? `${jsonText(it)}\n` : `${printable(it.executionId)}  ${lineOf(it)}\n`);
    };
    if (follow) {
      const request = after === undefined ? { from: 'now' as const } : { after };
      for await (const { events } of feed.follow(request, { signal: io.signal })) tell(events);
      return EXIT.done;
    }
    let position = after;
    for (;;) {
      const { items, nextPosition, hasMore } = await feed.list({
        ...(position === undefined ? { from: 'start' as const } : { after: position }),
        pageSize: 500,
      });
      tell(items);
      position = nextPosition;
      if (!hasMore || io.signal.aborted) break;
    }
    if (!json) io.err(`more later: --after ${position}\n`);
    return EXIT.done;
  });

const tailRun = (io: Io, executionId: string, options: TailOptions): Promise<number> =>
  withStore(io, options, async (opened) => {
    let since = options.since;
    for (;;) {
      // Read before the events, so that the last events of a run that ends meanwhile are printed.
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
      io.out(`${from.json ? jsonText(it) : lineOf(it)}\n`);
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
  const facts = entriesOf(data)
    .filter(([name, value]) => SHOWN.includes(name) && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return printable(
    `${String(seq).padStart(5)}  ${timeText(timestamp)}  ${type.padEnd(23)} ${[stepId ?? '', ...facts].join('  ')}`.trimEnd(),
  );
}
