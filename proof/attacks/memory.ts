/** The largest of everything, on 64 connections at once, to a server with a heap of 512 MiB. */
import { type Definition, LIMITS } from '@org/approval-core';
import { itemAt } from '@org/approval-internal/lists';
import { fieldOf, fromJson, textIn } from '@org/approval-internal/json';
import { ROWS } from './bombs/rows.js';
import { MOST, SMALL, definitionOf } from './bombs/shape.js';
import type { Finding } from './finding.js';
import { CONNECTIONS, type Received, type Sent, caller, credentials, sendAll } from './target/client.js';
import type { Report } from './target/subject.js';
import { type Target, TargetEnded } from './target/target.js';

/** Definitions of nearly 1 MiB; two pages of many of them once killed a process of 1 GB. */
const DEFINITIONS = CONNECTIONS;
/** Runs of 28 MiB, which a database returns whole to every caller. */
const HEAVY_RUNS = 8;
/** Time in ms to wait for 2 GiB of responses in 64 requests. */
const PATIENCE_MS = 600_000;
/** Polls of active runs. */
const MOST_LOOKS = 600;

/** A valid definition of the largest request size. */
const large = definitionOf({
  ...SMALL,
  ...{ nodes: 60, edges: 59, inputNames: MOST.inputNames, promptLength: MOST.promptLength },
  ...{ payloadBytes: MOST.payloadBytes, descriptionLength: MOST.descriptionLength },
});

/** Each has an input of 4 MiB. */
const agents = Array.from({ length: 7 }, (_, index) => `a${index}`);

/** Its run has nearly the maximum size and waits for a reviewer. */
const heavy: Definition = {
  definitionId: 'heavy',
  name: 'Heavy',
  nodes: [
    ...agents.map((nodeId) => ({
      nodeId,
      type: 'agent' as const,
      config: {
        agentId: '__mock__',
        urlPath: 'url',
        inputMapping: Object.fromEntries(
          Array.from({ length: 15 }, (__, name) => [`n${name}`, 'execution.input']),
        ),
      },
    })),
    {
      nodeId: 'h',
      type: 'human',
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { loopBack: { toNodeId: 'h' } } },
    },
  ],
  edges: agents.map((it, index) => ({ from: it, to: agents[index + 1] ?? 'h' })),
};
const triggerContext = { url: 'u', text: 'x'.repeat(261_000) };

interface Storm {
  readonly name: string;
  readonly requests: readonly Sent[];
}

export interface MemoryResult {
  readonly findings: readonly Finding[];
  /** Largest heap at a measurement, in MiB. */
  readonly heapUsed: number;
  readonly rss: number;
  /** Responses that refuse for lack of room. */
  readonly refused: number;
}

class Attack {
  readonly findings: Finding[] = [];
  readonly seen: Report[] = [];
  refused = 0;
  private readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  request(path: string, data: unknown): Sent {
    const { address } = this.target;
    return {
      port: address.ports['node'] ?? 0,
      path: `/v2/workflow/${path}`,
      headers: credentials(address),
      body: JSON.stringify({ data }),
      // The attacker cannot hold 64 responses of 32 MiB.
      keep: 1,
      patienceMs: PATIENCE_MS,
    };
  }

  /** Returns whether the server is still alive. */
  async storm({ name, requests }: Storm): Promise<boolean> {
    const answers = await sendAll(requests);
    this.refused += answers.filter(isRefusal).length;
    const findings = faultsOf(answers).map((fault) => ({ suite: 'memory', attack: name, fault }));
    this.findings.push(...findings);
    try {
      this.seen.push(await this.target.report());
      return true;
    } catch (error) {
      if (!(error instanceof TargetEnded)) throw error;
      this.findings.push({ suite: 'memory', attack: name, fault: error.message });
      return false;
    }
  }

  /** Waits until a run of maximum size waits for a reviewer. */
  async waiting(executionId: string): Promise<void> {
    const call = caller(this.target.address);
    for (let look = 0; look < MOST_LOOKS; look++) {
      const { body, status } = await call('steps/listWaiting', { definitionId: 'heavy', pageSize: 500 });
      if (status === 200 && body.includes(executionId)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export async function attackMemory(target: Target, definitions = DEFINITIONS): Promise<MemoryResult> {
  await target.fresh('sqlite');
  const attack = new Attack(target);
  const call = caller(target.address);
  await call('definitions/create', heavy);
  const executionIds: string[] = [];
  for (let run = 0; run < HEAVY_RUNS; run++) {
    const { body } = await call('executions/dispatch', { definitionId: 'heavy', triggerContext });
    const executionId = textIn(fieldOf(fromJson(body), 'result'), 'executionId');
    executionIds.push(executionId);
    await attack.waiting(executionId);
  }
  for (const storm of stormsOn(attack, executionIds, definitions)) if (!(await attack.storm(storm))) break;
  const { findings, seen, refused } = attack;
  const most = (of: (report: Report) => number) => Math.max(...seen.map(of));
  return { findings, refused, heapUsed: most((it) => it.heapUsed), rss: most((it) => it.rss) };
}

function stormsOn(attack: Attack, executionIds: readonly string[], definitions: number): Storm[] {
  const request = attack.request.bind(attack);
  const times = (it: Sent): Sent[] => Array.from({ length: CONNECTIONS }, () => it);
  const each = (it: (executionId: string) => Sent): Sent[] =>
    Array.from({ length: CONNECTIONS }, (_, index) => it(itemAt(executionIds, index % executionIds.length)));
  const decision = { stepId: `step_${agents.join('__to__')}__to__h`, reviewerId: 'ann', decision: 'approve' };
  return [
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
    {
      name: 'looks at runs of 28 MiB',
      requests: each((executionId) => request('executions/get', { executionId })),
    },
    {
      name: 'their events',
      requests: each((executionId) => request('executions/getEvents', { executionId, pageSize: 500 })),
    },
    { name: 'pages of runs', requests: times(request('executions/list', { pageSize: LIMITS.pageSize })) },
    { name: 'pages of waiting steps', requests: times(request('steps/listWaiting', { pageSize: 500 })) },
    {
      name: 'a decision in each of them',
      requests: each((executionId) => request('steps/recordReviewerDecision', { executionId, ...decision })),
    },
    ...ROWS.filter((it) => it.path === 'definitions/validate').map((it) => ({
      name: it.name,
      requests: times(request(it.path, it.data)),
    })),
  ];
}

/** A refusal for lack of room, with a time to retry. */
const isRefusal = ({ status, headers }: Received): boolean =>
  status === 503 && headers['retry-after'] !== undefined;

/** Each fault once. */
const faultsOf = (answers: readonly Received[]): string[] => [
  ...new Set(
    answers
      .filter((it) => it.status === 0 || (it.status >= 400 && it.status !== 400 && !isRefusal(it)))
      .map((it) => `${it.status} ${it.fault}${it.body.slice(0, 200)}`),
  ),
];
