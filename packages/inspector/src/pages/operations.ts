/** What this process has under way. */
import { html } from '../html/html.js';
import type { Context, Page } from './context.js';
import { table } from './parts.js';

export async function operationsPage({ site, engine, operations }: Context): Promise<Page> {
  const { agentCalls, timers, deliveries } = engine.stats();
  const dead = await operations.webhooks.listDeliveries({ status: 'dead', pageSize: 1 });
  const failed = await operations.executions.list({ status: 'failed', pageSize: 1 });
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
  return {
    place: 'operations',
    title: 'Operations',
    content: html`<h2>This process</h2>
      ${table('This process', ['What', 'Now', 'Meaning'], rows)}
      <h2>This workspace</h2>
      <ul>
        <li>
          <a href="${site.url('runs', { status: 'failed' })}"
            >${failed.items.length > 0 ? 'There are failed runs' : 'No failed run'}</a
          >
        </li>
        <li>
          <a href="${site.url('deliveries', { status: 'dead' })}"
            >${dead.items.length > 0 ? 'There are dead deliveries' : 'No dead delivery'}</a
          >
        </li>
      </ul>`,
  };
}
