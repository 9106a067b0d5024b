/**
 * `npm run bench`, `npm run bench -- http` for a part, or `npm run bench -- --store sqlite:FILE` (or the URL of a
 * database) for a durable store: what it costs. Ratios within one run mean something; absolute numbers are of this
 * machine. `--in-flight 256` takes one width only, `--json FILE` writes what was measured, and `--profile FILE` a CPU
 * profile of 5,000 approvals on the store. `--small` does a tenth of the work in two rounds: what CI keeps the numbers of.
 * `--peers bench/peers` holds it against other engines as well (`bench/peers/README.md`).
 * `deliveries --store …` is about webhooks from a store, against plain posts and updates.
 * `fifty --store …` is about fifty people who answer one step at once, `full --store …` about a store with `--ended` runs, a
 * million by default, on SQLite or PostgreSQL. `memory --decisions 10000000` looks at the memory of the process for longer.
 * `--sqlite-library node:sqlite` opens SQLite files by the SQLite of Node 22 or newer, floor and engine alike; by libsql otherwise.
 * `--plot FILE` draws the ratios that have a goal, as SVG; `plot A.json B.json --plot FILE` those of several runs.
 * `permits --store …` is about permits, against a plain insert and update.
 * `inspector` is about its pages in Chromium, with a hundred thousand runs on a SQLite of its own.
 * `inbox --store …` is about pages of inboxes, with `--steps` waiting steps, a million by default, on SQLite or PostgreSQL.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
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
import { benchStore } from './store.js';
import { benchWebhooks } from './webhooks.js';

const { values: options, positionals: wanted } = parseArgs({
  options: {
    store: { type: 'string', default: 'memory' },
    'in-flight': { type: 'string' },
    json: { type: 'string' },
    profile: { type: 'string' },
    small: { type: 'boolean', default: false },
    steps: { type: 'string' },
    peers: { type: 'string' },
    decisions: { type: 'string' },
    ended: { type: 'string' },
    plot: { type: 'string' },
    'sqlite-library': { type: 'string', default: SQLITE.library },
  },
  allowPositionals: true,
});
const { store, json, profile, peers, plot } = options;
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const onMemory = {
  memory: () => benchMemory(numberOf(options.decisions)),
  http: benchHttp,
  webhooks: benchWebhooks,
  comments: benchComments,
  permits: benchPermits,
};

SMALL.isOn = options.small;
SQLITE.library = options['sqlite-library'] === 'node:sqlite' ? 'node:sqlite' : 'libsql';

const load = loadavg()[0]?.toFixed(1) ?? '?';
console.log(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${load}`,
);
const only = numberOf(options['in-flight']);
const onStore = {
  deliveries: () => benchDeliveries(store, profile),
  fifty: () => benchFifty(store),
  full: () => benchFull(store, numberOf(options.ended)),
  inbox: () => benchInbox(store, numberOf(options.steps)),
  permits: () => benchPermits(store),
};
const chosen = Object.entries(onStore).filter(([name]) => wanted.includes(name));
if (wanted[0] === 'plot') writePlot(plot ?? 'plot.svg', wanted.slice(1));
else if (wanted.includes('inspector')) await benchInspector();
else if (store !== 'memory' && chosen.length > 0) for (const [, part] of chosen) await part();
else if (store !== 'memory') {
  await benchStore(store, { only, profile });
  if (peers !== undefined) await benchPeers({ url: store, folder: peers, only });
} else {
  for (const [name, part] of Object.entries(onMemory)) {
    if (wanted.length === 0 || wanted.includes(name)) await part();
  }
}
if (plot !== undefined && wanted[0] !== 'plot') writePlot(plot);
// The name of the database only: a URL may hold a password.
if (json !== undefined) writeReport(json, store.split(':')[0] ?? store, { small: options.small });
