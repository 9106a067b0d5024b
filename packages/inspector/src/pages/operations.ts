/** How the store and this process are, what waits in them, and what was begun over the last day. */
import type { Health } from '@org/approval-core';
import type { LiveClaim } from '@org/approval-core/store';
import type { DoctorReport } from '@org/approval-core/interpreter';
import { type Bar, barsPart } from '../html/bars.js';
import { lasted } from '../html/format.js';
import { type Html, type Part, html } from '../html/html.js';
import type { Context, Page } from './context.js';
import { nothing, table } from './parts.js';

export async function operationsPage(context: Context): Promise<Page> {
  const { site, operations, given } = context;
  return {
    place: 'operations',
    title: 'Operations',
    content: html`<div id="now" data-live="${site.liveUrl({})}">
        ${healthPart(context, await operations.health())} ${await workersPart(context)}
        ${processPart(context)} ${await ratesPart(context)}
      </div>
      ${doctorPart(context, given.has('doctor') ? await reportOf(context) : null)}`,
  };
}

const ageOf = (ms: number | null): string => (ms === null ? '' : `the oldest for ${lasted(ms)}`);

function healthPart({ site }: Context, { store, jobs, deliveries, feeds }: Health): Html {
  const state = !store.reachable
    ? 'it does not answer'
    : store.migrated
      ? 'it answers'
      : 'approval migrate up is due';
  const lag = feeds.filter((it) => it.lag > 0);
  const dead = html`<a href="${site.url('deliveries', { status: 'dead' })}">Dead deliveries</a>`;
  const rows: Part[][] = [
    ['The store', state, skewOf(store.clockSkewMs)],
    ['Jobs that are due, and claimed by no process', jobs.due ?? '?', ageOf(jobs.oldestDueMs)],
    ['Deliveries to be made', deliveries.pending ?? '?', ageOf(deliveries.oldestMs)],
    [dead, deliveries.dead ?? '?', 'they are sent again by hand'],
    ['Subscriptions behind', lag.length, lag.map((it) => `${it.name}: ${it.lag} events`).join(', ')],
  ];
  return html`<h2>This workspace</h2>
    ${table('This workspace', ['What', 'Now', 'More'], rows)}`;
}

/** Less than this is the way there and back. */
const AGREES_MS = 50;

function skewOf(ms: number | null): string {
  if (ms === null) return '';
  if (Math.abs(ms) < AGREES_MS) return 'its clock agrees with ours';
  return `its clock is ${lasted(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} ours`;
}

function processPart({ engine }: Context): Html {
  const { agentCalls, timers, deliveries } = engine.stats();
  const rows = [
    ['Agent calls under way', agentCalls.running, 'They hold a place of jobs.agentConcurrency.'],
    [
      'Agent calls that outlived their time',
      agentCalls.abandoned,
      'A number that grows means that an agent hangs.',
    ],
    ['Deadlines being applied', timers.running, ''],
    ['Deliveries being attempted', deliveries.running, ''],
  ];
  return html`<h2>This process</h2>
    ${table('This process', ['What', 'Now', 'Meaning'], rows)}`;
}

/** Claims that are shown one by one, those whose leases end first. */
const CLAIMS_SHOWN = 20;

/** What all processes do for this workspace, by who does it; nothing where the store does not tell. */
async function workersPart({ store, site, now }: Context): Promise<Html | null> {
  if (store.listClaims === undefined) return null;
  const found = await store.listClaims({ workspaceId: site.workspaceId, now: now() });
  const leaseOf = ({ leaseUntil }: LiveClaim): string => `${lasted(leaseUntil - found.now)} more`;
  const workers = grouped(found.claims);
  const byWorker = [...workers].map(([worker, claims]) => [
    html`<code>${worker}</code>`,
    claims.length,
    kindsText(claims),
    claims[0] === undefined ? '' : leaseOf(claims[0]),
  ]);
  const one = found.claims
    .slice(0, CLAIMS_SHOWN)
    .map((it) => [
      html`<a href="${site.url('run', { id: it.executionId })}">${it.executionId}</a>`,
      it.kind,
      html`<code>${it.worker}</code>`,
      leaseOf(it),
    ]);
  return html`<h2>Workers</h2>
    ${
      found.claims.length === 0
        ? nothing('Nothing is being done at this moment, in any process.')
        : html`${table('Workers', ['Worker', 'Jobs', 'Of which kinds', 'Its first lease'], byWorker)}
          ${table('Leases', ['Run', 'Job', 'Worker', 'Lease'], one)}`
    }`;
}

function grouped(claims: readonly LiveClaim[]): Map<string, LiveClaim[]> {
  const found = new Map<string, LiveClaim[]>();
  for (const claim of claims) {
    const others = found.get(claim.worker);
    if (others === undefined) found.set(claim.worker, [claim]);
    else others.push(claim);
  }
  return found;
}

const kindsText = (claims: readonly LiveClaim[]): string =>
  [...new Set(claims.map((it) => it.kind))].sort().join(', ');

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Counts go no further. */
const MOST = 1_000;

/** Runs of the last day, by the hour in which they were dispatched; nothing where the store does not count. */
async function ratesPart({ store, site, now }: Context): Promise<Html | null> {
  if (store.countExecutions === undefined) return null;
  const count = store.countExecutions.bind(store);
  const next = Math.floor(now() / HOUR_MS + 1) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, index) => next - (HOURS - index) * HOUR_MS);
  const bars = await Promise.all(
    hours.map(async (createdFrom): Promise<Bar> => {
      const query = { workspaceId: site.workspaceId, createdFrom, createdBefore: createdFrom + HOUR_MS };
      const [whole, part] = await Promise.all([
        count(query, MOST),
        count({ ...query, status: 'failed' }, MOST),
      ]);
      return { label: `${new Date(createdFrom).toISOString().slice(11, 16)} UTC`, whole, part };
    }),
  );
  return html`<h2>The last day</h2>
    ${barsPart({
      title: `Runs dispatched each hour, up to ${MOST}`,
      ...{ wholeName: 'Dispatched', partName: 'Failed since', bars },
    })}`;
}

/** The runs that the first call of the doctor looks at; null: this engine has none. */
const reportOf = ({ engine, site: { workspaceId } }: Context): Promise<DoctorReport> | null =>
  engine.doctor === undefined ? null : engine.doctor({ workspaceId });

function doctorPart({ engine, site }: Context, report: DoctorReport | null): Html | null {
  if (engine.doctor === undefined) return null;
  const ask = html`<p>
    <a class="button" href="${site.url('operations', { doctor: 1 })}">Look for what can never be</a> It reads
    whole runs, and changes nothing; <code>approval doctor --mend</code> mends.
  </p>`;
  if (report === null)
    return html`<h2>Doctor</h2>
      ${ask}`;
  const rows = report.findings.map((it) => [
    html`<a href="${site.url('run', { id: it.executionId, at: it.seq })}">${it.executionId}</a>`,
    it.code,
    it.message.slice(0, 300),
    it.mendable ? 'approval doctor --mend recreates it' : 'inspect it',
  ]);
  return html`<h2>Doctor</h2>
    <p>
      ${report.checked} runs were looked
      at${report.nextCursor === null ? '' : '; approval doctor looks at all of them'}.
    </p>
    ${rows.length === 0 ? nothing('Nothing is wrong with them.') : table('Findings', ['Run', 'What', 'Why', 'Then'], rows)}`;
}
