/**
 * `npm run bench`: cost of the engine, as ratios within a run. See `npm run bench -- --help` for
 * options and `docs/performance.md` for results.
 */
import { cpus, loadavg } from 'node:os';
import { type Asked, type ON_STORE, type WITHOUT_STORE, askedOf } from './arguments.js';
import { benchCalls } from './calls.js';
import { benchComments } from './comments.js';
import { benchDeliveries } from './deliveries.js';
import { SMALL } from './harness.js';
import { benchFifty } from './fifty.js';
import { SQLITE } from './floor.js';
import { benchFull } from './full.js';
import { benchHttp } from './http.js';
import { benchInspector } from './inspector.js';
import { benchInbox } from './inbox.js';
import { benchMemory } from './memory.js';
import { benchPeers } from './peers.js';
import { benchPermits } from './permits.js';
import { writePlot, writeReport } from './report.js';
import { benchSchedules } from './schedules.js';
import { benchStore } from './store.js';
import { benchWebhooks } from './webhooks.js';

const asked = askedOf(process.argv.slice(2));
if ('says' in asked) {
  (asked.isError ? console.error : console.log)(asked.says);
  process.exit(asked.isError ? 2 : 0);
}
const { store, drawn, json, plot } = asked;
SMALL.isOn = asked.small;
SQLITE.library = asked.sqliteLibrary;

const load = loadavg()[0]?.toFixed(1) ?? '?';
console.log(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${load}`,
);
if (drawn !== null) writePlot(plot ?? 'plot.svg', drawn);
else await measure(asked);
if (plot !== undefined && drawn === null) writePlot(plot);
// Only the name of the database, since a URL may hold a password.
if (json !== undefined) writeReport(json, store?.split(':')[0] ?? 'memory', { small: asked.small });

type Parts<Name extends string> = Readonly<Record<Name, () => Promise<void>>>;

async function measure({
  parts,
  store,
  inFlight,
  peers,
  profile,
  steps,
  ended,
  decisions,
}: Asked): Promise<void> {
  if (store !== null && parts.length === 0) {
    await benchStore(store, { only: inFlight, profile });
    if (peers !== undefined) await benchPeers({ url: store, folder: peers, only: inFlight });
    return;
  }
  const inMemory: Parts<(typeof WITHOUT_STORE)[number]> = {
    memory: () => benchMemory(decisions),
    http: benchHttp,
    webhooks: benchWebhooks,
    calls: benchCalls,
    comments: benchComments,
    permits: () => benchPermits(),
  };
  const onStore = (url: string): Parts<(typeof ON_STORE)[number]> => ({
    deliveries: () => benchDeliveries(url, profile),
    fifty: () => benchFifty(url),
    full: () => benchFull(url, ended),
    inbox: () => benchInbox(url, steps),
    permits: () => benchPermits(url),
    schedules: () => benchSchedules(url),
  });
  const all = store === null ? inMemory : onStore(store);
  for (const [name, part] of Object.entries({ ...all, inspector: benchInspector })) {
    if (parts.includes(name) || (parts.length === 0 && name !== 'inspector')) await part();
  }
}
