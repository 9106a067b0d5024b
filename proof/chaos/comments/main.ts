/**
 * `npm run chaos:comments`: three people and a moderator over real HTTP, on three server processes
 * that are killed in the middle of writes.
 *
 *     npm run chaos:comments -- --store sqlite,postgres,mariadb --seconds 60 --seed 7
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { openAnnotationStore } from '@org/approval-store-sql/comments';
import { stepOf } from '../../../packages/comments/src/test-support/histories/history.js';
import { createNetwork } from '../../../packages/comments/src/test-support/histories/network.js';
import { play } from '../../../packages/comments/src/test-support/histories/play.js';
import { STORES, type StoreName, startDatabase } from '../servers.js';
import { CommentServers } from './servers.js';
import { PREFIXES } from './settings.js';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: STORES.join(',') },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed);
if (!(seconds > 0 && seconds <= 86_400)) throw new Error('--seconds must be a number from 1 to 86400');
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number');

const histories = fc.tuple(fc.array(stepOf, { minLength: 10, maxLength: 40, size: 'max' }), fc.boolean());
const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function run(store: StoreName): Promise<boolean> {
  const database = await startDatabase(store);
  const [content, structure] = [
    await openAnnotationStore(database.url, { tablePrefix: PREFIXES.content, connections: 2 }),
    await openAnnotationStore(database.url, { tablePrefix: PREFIXES.structure, connections: 2 }),
  ];
  const servers = new CommentServers(database.url, randomOf(seed));
  const faults: string[] = [];
  let [played, acknowledged] = [0, 0];
  try {
    await servers.start();
    const end = Date.now() + seconds * 1_000;
    for (; Date.now() < end; played += 1) {
      const [[steps, reverts] = [[], true]] = fc.sample(histories, { seed: seed + played, numRuns: 1 });
      const organizationId = `org-${played}`;
      const stores = { content: content.store, structure: structure.store };
      const network = createNetwork({ ...stores, organizationId, send: servers.send });
      servers.isCalm = false;
      const result = await play(steps, reverts, { network, calm: () => servers.calm() });
      acknowledged += result.acknowledged;
      faults.push(...result.faults.map((it) => `history ${seed + played}: ${it}`));
    }
  } finally {
    await servers.stop();
    await Promise.all([content.close(), structure.close()]);
    await database.stop();
  }
  print(
    `${store}: ${played} histories, ${acknowledged} writes acknowledged, ${servers.kills} servers killed, ` +
      `${faults.length} faults`,
  );
  for (const it of faults.slice(0, 20)) print(`  ${it}`);
  return faults.length === 0 && acknowledged > 0 && servers.kills > 0;
}

/** xorshift32, for the same faults in the same order. */
function randomOf(first: number): () => number {
  let state = first | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

for (const name of values.store.split(',')) {
  const store = STORES.find((it) => it === name);
  if (store === undefined) throw new Error(`--store: unknown store ${name}; use one of ${STORES.join()}`);
  if (!(await run(store))) process.exitCode = 1;
}
