/** The largest of everything, from 64 connections at once, to a server with a heap of 512 MiB. */
import { LIMITS } from '@org/approval-core';
import { ROWS, RUN_ROWS } from './bombs/rows.js';
import { MOST, SMALL, definitionOf } from './bombs/shape.js';
import type { Finding } from './finding.js';
import { CONNECTIONS, type Received, type Sent, caller, credentials, sendAll } from './target/client.js';
import type { Report } from './target/subject.js';
import { HEAP_MIB, type Target } from './target/target.js';

/** Definitions of nearly 1 MiB; two pages of many of them once killed a process of 1 GB. */
const DEFINITIONS = 40;

/** As large as a request may be, and legal. */
const large = definitionOf({
  ...SMALL,
  ...{ nodes: 60, edges: 59, inputNames: MOST.inputNames, promptLength: MOST.promptLength },
  ...{ payloadBytes: MOST.payloadBytes, descriptionLength: MOST.descriptionLength },
});

interface Storm {
  readonly name: string;
  readonly requests: readonly Sent[];
}

export interface MemoryResult {
  readonly findings: readonly Finding[];
  /** The most that was on the heap when it was looked at, MiB. */
  readonly heapUsed: number;
  readonly rss: number;
}

export async function attackMemory(target: Target, definitions = DEFINITIONS): Promise<MemoryResult> {
  const { address } = target;
  const call = caller(address);
  await target.fresh('sqlite');
  const port = address.ports['node'] ?? 0;
  const request = (path: string, data: unknown): Sent => ({
    port,
    path: `/v2/workflow/${path}`,
    headers: credentials(address),
    body: JSON.stringify({ data }),
    // 64 answers of 28 MiB are too much for the attacker.
    keep: 1,
  });
  const times = (it: Sent, count = CONNECTIONS): Sent[] => Array.from({ length: count }, () => it);
  const [heavy] = RUN_ROWS.filter((it) => it.name.startsWith('an input of 4 MiB'));
  if (heavy === undefined) throw new Error('the run that holds the most is not in the rows any more');
  await call('definitions/create', heavy.definition);
  const { body } = await call('executions/dispatch', {
    definitionId: heavy.definition.definitionId,
    triggerContext: heavy.triggerContext,
  });
  const { executionId } = (JSON.parse(body) as { result: { executionId: string } }).result;
  const storms: Storm[] = [
    {
      name: `${definitions} definitions of nearly 1 MiB`,
      requests: Array.from({ length: definitions }, (_, it) =>
        request('definitions/create', { ...large, definitionId: `large-${it}` }),
      ),
    },
    {
      name: 'pages of 500 of them',
      requests: times(request('definitions/list', { pageSize: LIMITS.pageSize })),
    },
    { name: 'a run of 28 MiB', requests: times(request('executions/get', { executionId })) },
    { name: 'its events', requests: times(request('executions/getEvents', { executionId, pageSize: 500 })) },
    ...ROWS.filter((it) => it.path === 'definitions/validate').map((it) => ({
      name: it.name,
      requests: times(request(it.path, it.data)),
    })),
  ];
  const findings: Finding[] = [];
  const seen: Report[] = [];
  for (const { name, requests } of storms) {
    for (const fault of faultsOf(await sendAll(requests)))
      findings.push({ suite: 'memory', attack: name, fault });
    if (!target.isAlive) {
      findings.push({ suite: 'memory', attack: name, fault: `a heap of ${HEAP_MIB} MiB did not do` });
      break;
    }
    seen.push(await target.report());
  }
  return {
    findings,
    heapUsed: Math.max(...seen.map((it) => it.heapUsed)),
    rss: Math.max(...seen.map((it) => it.rss)),
  };
}

/** Each fault once. */
const faultsOf = (answers: readonly Received[]): string[] => [
  ...new Set(
    answers
      .filter((it) => it.status === 0 || it.status >= 500)
      .map((it) => `${it.status} ${it.fault}${it.body.slice(0, 200)}`),
  ),
];
