/** Rules on separation of duties (contract section 17). */
import type { Path } from '../../definition/path.js';
import { didYouMean } from '../../definition/nearest.js';
import type { LintModel } from '../model.js';
import type { Finding, Rule } from '../rule.js';
import { type People, peopleNodes } from './reviewers.js';
import { decidedBy } from '../../nodes/lint.js';
import { startsRuns } from '../../nodes/schema.js';

/** A node whose steps are kept apart from those of other nodes. */
interface Separated {
  readonly nodeId: string;
  readonly others: readonly string[];
  /** Path of the list of the others. */
  readonly path: Path;
}

const othersOf = ({ config }: People): readonly string[] => config.separation?.excludeDecidersOf ?? [];

/** Human nodes, and nodes whose runs exclude deciders of this one. */
const separatedNodes = (model: LintModel): Separated[] => [
  ...peopleNodes(model).map((it) => ({ nodeId: it.nodeId, others: othersOf(it), path: it.path })),
  ...model.nodes.flatMap(({ node, path }): Separated[] => {
    if (!startsRuns(node)) return [];
    const others = node.config?.separation?.excludeDecidersOf ?? [];
    return [{ nodeId: node.nodeId, others, path: [...path, 'config'] }];
  }),
];

const nodeMissing: Rule<'separation-node-missing'> = {
  codes: ['separation-node-missing'],
  reads: 'graph',
  check: (model) =>
    separatedNodes(model).flatMap(({ nodeId, others, path }) =>
      others.flatMap((other, index): Finding<'separation-node-missing'>[] => {
        const node = model.nodeOf.get(other)?.node;
        if (other !== nodeId && node !== undefined && decidedBy(node) === 'people') return [];
        return [
          {
            code: 'separation-node-missing',
            message: `"${other}" is not another node that people decide, so it has no deciders${
              didYouMean(
                other,
                peopleNodes(model).map((it) => it.nodeId),
              ) || '; name a human node or a subflow with decisionFrom, or remove it'
            }`,
            path: [...path, 'separation', 'excludeDecidersOf', index],
            nodeId,
          },
        ];
      }),
    ),
};

const conflict: Rule<'separation-conflict'> = {
  codes: ['separation-conflict'],
  reads: 'element',
  check: (model) => {
    const nodes = peopleNodes(model);
    return nodes.flatMap((people) =>
      othersOf(people).flatMap((other): Finding<'separation-conflict'>[] => {
        const theirs = nodes.find((it) => it.nodeId === other && it.nodeId !== people.nodeId);
        if (theirs === undefined) return [];
        const both = mandatoryPeople(people).filter((it) => mandatoryPeople(theirs).includes(it));
        return both.map((userId) => ({
          code: 'separation-conflict',
          message: `"${userId}" is mandatory here and in "${other}", and must not decide both; name another user in one of them`,
          path: [...people.path, 'reviewers'],
          nodeId: people.nodeId,
        }));
      }),
    );
  },
};

const mandatoryPeople = ({ entries }: People): string[] =>
  entries.flatMap(({ userId, mandatory }) => (userId !== undefined && mandatory ? [userId] : []));

const triggerWithoutInitiator: Rule<'trigger-without-initiator'> = {
  codes: ['trigger-without-initiator'],
  reads: 'element',
  check: (model) => {
    if (!startsWithoutInitiator(model)) return [];
    return peopleNodes(model)
      .filter(({ config }) => config.separation?.excludeInitiator === true)
      .map(({ nodeId, path }) => ({
        code: 'trigger-without-initiator',
        message:
          'the node excludes the initiator, but an execution that a trigger starts has none; remove the triggers or excludeInitiator, or give a schedule an initiatorId',
        path: [...path, 'separation', 'excludeInitiator'],
        nodeId,
      }));
  },
};

/** An event names its initiator; an execution without one is refused when it starts. */
const startsWithoutInitiator = ({ definition }: LintModel): boolean =>
  (definition.triggers ?? []).some(
    ({ event, schedule }) => event === undefined && schedule?.initiatorId === undefined,
  );

export const separationRules = [nodeMissing, conflict, triggerWithoutInitiator];
