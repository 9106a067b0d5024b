/** Health of the store and this process, pending work, and runs of the last day. */
import type { Health } from '@org/approval-core';
import type { LiveClaim } from '@org/approval-core/store';
import type { DoctorReport } from '@org/approval-core/interpreter';
import { type Bar, barsPart } from '../html/bars.js';
import { lasted } from '../html/format.js';
import { type Html, type Part, html } from '../html/html.js';
import type { Context, Page } from './context.js';
import { nothing, table } from './parts.js';

export async function operationsPage(context: Context): Promise<Page> {
  const { operations, given } = context;
  return {
    place: 'operations',
    title: 'Operations',
    content: html`<div id="now" data-live="${context.liveUrl({})}">
        ${healthPart(context, await operations.health())} ${await workersPart(context)}
        ${processPart(context)} ${await ratesPart(context)}
      </div>
      ${doctorPart(context, given.has('doctor') ? await reportOf(context) : null)}`,
  };
}

const ageOf = (ms: number | null): string => (ms === null ? '' : `the oldest for ${lasted(ms)}`);

function healthPart({ site }: Context, { store, jobs, deliveries, feeds }: Health): Html {
  const state = !store.reachable ? 'unreachable' : store.migrated ? 'reachable' : 'run approval migrate up';
  const lag = feeds.filter((it) => it.lag > 0);
  const dead = html`<a href="${site.url('deliveries', { status: 'dead' })}">Dead deliveries</a>`;
  const rows: Part[][] = [
    ['The store', state, skewOf(store.clockSkewMs)],
    ['Unclaimed due jobs', jobs.due ?? '?', ageOf(jobs.oldestDueMs)],
    ['Pending deliveries', deliveries.pending ?? '?', ageOf(deliveries.oldestMs)],
    [dead, deliveries.dead ?? '?', 'resend them by hand'],
    ['Subscriptions behind', lag.length, lag.map((it) => `${it.name}: ${it.lag} events`).join(', ')],
  ];
  return html`<h2>This workspace</h2>
    ${table('This workspace', ['What', 'Now', 'More'], rows)}`;
}

/** Smaller differences are network latency. */
const AGREES_MS = 50;

function skewOf(ms: number | null): string {
  if (ms === null) return '';
  if (Math.abs(ms) < AGREES_MS) return 'its clock agrees with this process';
  return `its clock is ${lasted(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} this process`;
}

function processPart({ engine }: Context): Html {
  const { agentCalls, timers, deliveries } = engine.stats();
  const rows = [
    ['Active agent calls', agentCalls.running, 'They count towards jobs.agentConcurrency.'],
    ['Agent calls past their timeout', agentCalls.abandoned, 'A growing number means that an agent hangs.'],
    ['Deadlines being applied', timers.running, ''],
    ['Deliveries being attempted', deliveries.running, ''],
  ];
  return html`<h2>This process</h2>
    ${table('This process', ['What', 'Now', 'Meaning'], rows)}`;
}

/** Claims that are listed, earliest end of lease first. */
const CLAIMS_SHOWN = 20;

/** Work of all processes in this workspace; null if the store cannot list it. */
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
        ? nothing('No process is working on this workspace now.')
        : html`${table('Workers', ['Worker', 'Jobs', 'Kinds', 'First lease ends'], byWorker)}
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
/** Maximum of a count. */
const MOST = 1_000;

/** Runs of the last day by the hour of dispatch; null if the store cannot count. */
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
      title: `Runs dispatched per hour, up to ${MOST}`,
      ...{ wholeName: 'Dispatched', partName: 'Failed since', bars },
    })}`;
}

/** The runs of the doctor's first call; null for an engine without one. */
const reportOf = ({ engine, site: { workspaceId } }: Context): Promise<DoctorReport> | null =>
  engine.doctor === undefined ? null : engine.doctor({ workspaceId });

function doctorPart({ engine, site }: Context, report: DoctorReport | null): Html | null {
  if (engine.doctor === undefined) return null;
  const ask = html`<p>
    <a class="button" href="${site.url('operations', { doctor: 1 })}">Check for impossible states</a> The
    check reads whole runs and changes nothing. To recreate lost jobs, run <code>approval doctor --fix</code>.
  </p>`;
  if (report === null)
    return html`<h2>Doctor</h2>
      ${ask}`;
  const rows = report.findings.map((it) => [
    html`<a href="${site.url('run', { id: it.executionId, at: it.seq })}">${it.executionId}</a>`,
    it.code,
    it.message.slice(0, 300),
    it.fixable ? 'approval doctor --fix recreates it' : 'inspect it',
  ]);
  return html`<h2>Doctor</h2>
    <p>
      ${report.checked} runs were
      checked${report.nextCursor === null ? '' : '; approval doctor checks all runs'}.
    </p>
    ${rows.length === 0 ? nothing('No findings.') : table('Findings', ['Run', 'Finding', 'Reason', 'Next step'], rows)}`;
}
