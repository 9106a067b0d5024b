/** Rules on reviewers of human nodes: valid entries, reachable approval (section 17). */
import type { HumanNode } from '../../definition/definition.js';
import { alikeKey } from '../../definition/user-ids.js';
import type { Path } from '../../definition/path.js';
import type { DefinitionReviewer } from '../../definition/types.js';
import type { LintModel } from '../model.js';
import { type Finding, type Rule, repeated } from '../rule.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

export interface People {
  readonly nodeId: string;
  readonly config: NonNullable<HumanNode['config']>;
  readonly entries: readonly DefinitionReviewer[];
  /** Path of `config`. */
  readonly path: Path;
}

/** A chain is always mandatory. */
const isMandatory = ({ mandatory, chain }: DefinitionReviewer): boolean =>
  mandatory === true || chain !== undefined;

/** Human nodes with a config. A missing config has its own finding. */
export const peopleNodes = ({ nodes }: LintModel): People[] =>
  nodes.flatMap(({ node, path }) =>
    isDecidedByPeople(node) && node.config
      ? [
          {
            nodeId: node.nodeId,
            config: node.config,
            entries: node.config.reviewers ?? [],
            path: [...path, 'config'],
          },
        ]
      : [],
  );

type ReviewersCode = 'reviewers-missing' | 'reviewers-not-unique' | 'reviewers-none-mandatory';
const reviewers: Rule<ReviewersCode> = {
  codes: ['reviewers-missing', 'reviewers-not-unique', 'reviewers-none-mandatory'],
  reads: 'element',
  check: (model) =>
    peopleNodes(model).flatMap(({ nodeId, config, entries, path }): Finding<ReviewersCode>[] => {
      const finding = (code: ReviewersCode, message: string): Finding<ReviewersCode> => ({
        code,
        message,
        path: [...path, 'reviewers'],
        nodeId,
      });
      if (entries.length === 0) {
        return [finding('reviewers-missing', 'the node has no reviewers; name at least one')];
      }
      const persons = entries.flatMap(({ userId }) => userId ?? []);
      const twice = repeated(persons, (it) => it).map((userId) =>
        finding('reviewers-not-unique', `reviewer "${userId}" is named twice; name each once`),
      );
      if (config.decisionRule !== undefined || entries.some(isMandatory)) return twice;
      const none = finding(
        'reviewers-none-mandatory',
        'no reviewer is mandatory, so the step could never be approved; set mandatory: true on at least one, or give a decisionRule',
      );
      return [...twice, none];
    }),
};

const badOrder: Rule<'reviewers-bad-order'> = {
  codes: ['reviewers-bad-order'],
  reads: 'element',
  check: (model) =>
    peopleNodes(model).flatMap(({ nodeId, entries, path }) => {
      const orderOf = ({ order = 1 }: DefinitionReviewer) => order;
      const orders = [...new Set(entries.map(orderOf))].sort((a, b) => a - b);
      const idle = orders
        .slice(0, -1)
        .filter((order) => !entries.some((it) => isMandatory(it) && orderOf(it) === order));
      return idle.map((order) => ({
        code: 'reviewers-bad-order',
        message: `no entry of order ${order} is mandatory, so higher orders would not wait for it; make one of its entries mandatory, or give all entries one order`,
        path: [...path, 'reviewers'],
        nodeId,
      }));
    }),
};

const ruleUnreachable: Rule<'decision-rule-unreachable'> = {
  codes: ['decision-rule-unreachable'],
  reads: 'element',
  check: (model) =>
    peopleNodes(model).flatMap((node) =>
      unreachable(node).map(({ path, message }) => ({
        code: 'decision-rule-unreachable',
        message: `not even approvals from everybody would approve the step: ${message}`,
        path: [...node.path, ...path],
        nodeId: node.nodeId,
      })),
    ),
};

/** Rules that need more than all named people. People found at run time count as unlimited. */
function unreachable({ config, entries }: People): { path: Path; message: string }[] {
  const pools = entries.flatMap(({ pool, count = 1, mandatory }, index) => {
    const size = pool?.users?.length ?? Infinity;
    if (!mandatory || count <= size) return [];
    const message = `the pool has ${size} candidates and needs ${count}; lower count, or name more`;
    return [{ path: ['reviewers', index, 'count'], message }];
  });
  if (entries.some((it) => it.chain !== undefined || (it.pool && it.pool.users === undefined))) return pools;
  const weights = greatestWeights(entries);
  const people = weights.size;
  const weight = [...weights.values()].reduce((sum, it) => sum + it, 0);
  const { decisionRule: rule, minDistinctApprovers = 1 } = config;
  const found: { path: Path; message: string }[] = [...pools];
  if (people > 0 && minDistinctApprovers > people) {
    const message = `there are ${people} people; lower minDistinctApprovers`;
    found.push({ path: ['minDistinctApprovers'], message });
  }
  if (rule?.kind === 'count' && rule.approvals > people) {
    found.push({ path: RULE, message: `there are ${people} people; lower approvals` });
  }
  if (rule?.kind === 'weight' && rule.approvals > weight) {
    found.push({ path: RULE, message: `all together weigh ${weight}; lower approvals` });
  }
  return found;
}

const RULE: Path = ['decisionRule', 'approvals'];

/** Greatest weight per person among the entries that name them. */
function greatestWeights(entries: readonly DefinitionReviewer[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { userId, pool, weight = 1 } of entries) {
    for (const person of [userId ?? [], pool?.users ?? []].flat()) {
      weights.set(person, Math.max(weight, weights.get(person) ?? 0));
    }
  }
  return weights;
}

/** Where the engine counts two people, a reader sees one. */
const idsAlike: Rule<'user-ids-alike'> = {
  codes: ['user-ids-alike'],
  reads: 'element',
  *check(model) {
    const firsts = new Map<string, string>();
    const told = new Set<string>();
    for (const { nodeId, entries, path } of peopleNodes(model)) {
      for (const [index, { userId, pool }] of entries.entries()) {
        for (const person of [userId ?? [], pool?.users ?? []].flat()) {
          const key = alikeKey(person);
          const first = firsts.get(key) ?? person;
          firsts.set(key, first);
          if (first === person || told.has(person)) continue;
          told.add(person);
          const message = `user ids ${JSON.stringify(first)} and ${JSON.stringify(person)} differ only by case, normal form, width or spaces, and count as two people; write the id in one way`;
          yield { code: 'user-ids-alike', message, path: [...path, 'reviewers', index], nodeId };
        }
      }
    }
  },
};

export const reviewerRules = [reviewers, badOrder, ruleUnreachable, idsAlike];
