/** Rules on separation of duties (contract section 17). */
import { didYouMean } from '../../definition/nearest.js';
import type { LintModel } from '../model.js';
import type { Finding, Rule } from '../rule.js';
import { type People, peopleNodes } from './reviewers.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

const othersOf = ({ config }: People): readonly string[] => config.separation?.excludeDecidersOf ?? [];
const pathOf = ({ path }: People) => [...path, 'separation', 'excludeDecidersOf'];

const nodeMissing: Rule<'separation-node-missing'> = {
  codes: ['separation-node-missing'],
  reads: 'graph',
  check: (model) =>
    peopleNodes(model).flatMap((people) =>
      othersOf(people).flatMap((other, index): Finding<'separation-node-missing'>[] => {
        const isOther = other !== people.nodeId && isDecidedByPeople(model.nodeOf.get(other)?.node);
        if (isOther) return [];
        return [
          {
            code: 'separation-node-missing',
            message: `"${other}" is not another human node, so it has no deciders${
              didYouMean(
                other,
                peopleNodes(model).map((it) => it.nodeId),
              ) || '; name a human node, or remove it'
            }`,
            path: [...pathOf(people), index],
            nodeId: people.nodeId,
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
