/** A valid node of each kind; a missing kind does not compile. */
import type { DefinitionNode, NodeBase, NodeType } from '@org/approval-core/definition';

/** Sizes of the parts of a sample node; a part without a size is left out. */
export interface SampleSizes {
  /** Number of reviewers. */
  readonly reviewers: number;
  /** Characters of the id of the first reviewer. */
  readonly actorLength: number;
  /** Characters of each mail address. */
  readonly emailLength: number;
  /** Characters of the question to the reviewers. */
  readonly commentBodyLength: number;
  /** Iterations of the loop of rejections; 0 for a node without one. */
  readonly loopIterations: number;
  /** Characters of the id of the agent; up to 10 for the agent that passes at once. */
  readonly referenceLength: number;
  /** Characters of the dot-path to a URL. */
  readonly pathLength: number;
  /** Number of mapped inputs. */
  readonly inputNames: number;
  /** Characters of the prompt. */
  readonly promptLength: number;
  /** Time of all agent calls together, in ms. */
  readonly agentMaxRuntimeMs: number;
  /** Characters of the URL of a request. */
  readonly urlLength: number;
  /** Number of headers of a request. */
  readonly headers: number;
}

const SMALL: SampleSizes = {
  ...{ reviewers: 1, actorLength: 3, emailLength: 20, commentBodyLength: 10, loopIterations: 0 },
  ...{ referenceLength: 10, pathLength: 3, inputNames: 0, promptLength: 0, agentMaxRuntimeMs: 0 },
  ...{ urlLength: 40, headers: 0 },
};

type NodeOf<T extends NodeType> = Extract<DefinitionNode, { readonly type: T }>;

const SAMPLES: { readonly [T in NodeType]: (base: NodeBase, sizes: SampleSizes) => NodeOf<T> } = {
  human: (base, sizes) => ({
    ...base,
    type: 'human',
    config: {
      reviewers: list(sizes.reviewers, (it) => ({
        userId: it === 0 ? text(sizes.actorLength, 'ann') : `${text(sizes.actorLength - 3, 'r')}${it}`,
        mandatory: it === 0,
      })),
      reviewerEmails: list(sizes.reviewers, () => text(sizes.emailLength)),
      commentBody: text(sizes.commentBodyLength),
      ...(sizes.loopIterations > 0 && {
        onReject: { loopBack: { toNodeId: base.nodeId, maxIterations: sizes.loopIterations } },
      }),
    },
  }),
  agent: (base, sizes) => ({
    ...base,
    type: 'agent',
    config: {
      agentId: sizes.referenceLength > 10 ? text(sizes.referenceLength) : '__mock__',
      urlPath: text(sizes.pathLength, 'url'),
      inputMapping: Object.fromEntries(list(sizes.inputNames, (it) => [`name${it}`, 'execution.input'])),
      ...(sizes.promptLength > 0 && { promptOverride: text(sizes.promptLength) }),
      ...(sizes.agentMaxRuntimeMs > 0 && { agentMaxRuntimeMs: sizes.agentMaxRuntimeMs }),
    },
  }),
  webhook: (base, sizes) => ({
    ...base,
    type: 'webhook',
    config: {
      url: text(sizes.urlLength, 'https://hooks.example.com/'),
      headers: Object.fromEntries(list(sizes.headers, (it) => [`x-${it}`, 'y'])),
    },
  }),
  wait: (base) => ({ ...base, type: 'wait', config: { forMs: 1_000 } }),
  subflow: (base) => ({ ...base, type: 'subflow', config: { definitionId: 'child' } }),
  notification: (base) => ({
    ...base,
    type: 'notification',
    config: { channel: 'mail', to: [{ initiator: true }, { address: 'ops' }], body: { text: 'Done' } },
  }),
  end: ({ slaMs: _, sla: __, retry: ___, ...base }) => ({
    ...base,
    type: 'end',
    config: { outcome: 'held' },
  }),
};

/** Returns a valid node of a kind, small unless `sizes` says otherwise. */
export const sampleNode = (
  type: NodeType,
  base: NodeBase,
  sizes: Partial<SampleSizes> = {},
): DefinitionNode => SAMPLES[type](base, { ...SMALL, ...sizes });

const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** A string of an exact length that starts with a distinct prefix. */
const text = (length: number, start = '') =>
  start.padEnd(length, 'xy').slice(0, Math.max(length, start.length));
