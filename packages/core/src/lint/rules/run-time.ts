/** Rules on what an execution would do: its size, and nodes that cannot work. */
import type { DefinitionNode } from '../../definition/definition.js';
import { LIMITS } from '../../definition/limits.js';
import { didYouMean } from '../../definition/nearest.js';
import { kindRules } from '../../nodes/lint.js';
import { type Finding, type Rule, quoted } from '../rule.js';
import { worstCaseOfTree, worstCaseSteps } from '../worst-case.js';
import { peopleNodes } from './reviewers.js';

const treeFanOut: Rule<'fan-out-exceeds-limit'> = {
  codes: ['fan-out-exceeds-limit'],
  reads: 'graph',
  check: (model, { pins }) => {
    if (pins === undefined || pins.size === 0 || model.fullGraph.topological() === null) return [];
    const steps = worstCaseOfTree(model, pins);
    if (steps <= LIMITS.subflowTreeSteps) return [];
    const count = Number.isFinite(steps) ? Math.ceil(steps) : 'countless';
    return [
      {
        code: 'fan-out-exceeds-limit',
        message: `an execution and the runs that it starts could have ${count} steps, and the limit is ${LIMITS.subflowTreeSteps}; start fewer runs`,
        path: [],
      },
    ];
  },
};

const fanOut: Rule<'fan-out-exceeds-limit'> = {
  codes: ['fan-out-exceeds-limit'],
  reads: 'graph',
  check: (model, { maxStepsPerExecution }) => {
    if (model.fullGraph.topological() === null) return []; // The cycle is reported.
    const steps = worstCaseSteps(model);
    if (steps <= maxStepsPerExecution) return [];
    const count = Number.isFinite(steps) ? Math.ceil(steps) : 'countless';
    return [
      {
        code: 'fan-out-exceeds-limit',
        message: `an execution could start ${count} steps, and the limit is ${maxStepsPerExecution}: every edge starts a separate step; join branches with a joinOnQuorum group, or lower maxIterations`,
        path: ['edges'],
      },
    ];
  },
};

const directoryNotConfigured: Rule<'directory-not-configured'> = {
  codes: ['directory-not-configured'],
  reads: 'element',
  check: (model, { hasDirectory }) =>
    hasDirectory !== false
      ? []
      : peopleNodes(model).flatMap(({ nodeId, entries, path }) =>
          entries.flatMap(({ pool, chain }, index): Finding<'directory-not-configured'>[] => {
            const asks = chain !== undefined || pool?.group !== undefined || pool?.role !== undefined;
            if (!asks) return [];
            return [
              {
                code: 'directory-not-configured',
                message:
                  'groups, roles and chains need a directory, and this engine has none, so the step would fail; give createApprovalEngine a directory',
                path: [...path, 'reviewers', index],
                nodeId,
              },
            ];
          }),
        ),
};

const calendarUnknown: Rule<'calendar-unknown'> = {
  codes: ['calendar-unknown'],
  reads: 'element',
  check: ({ nodes }, { calendars }) =>
    nodes.flatMap(({ node, path }) =>
      calendarsIn(node).flatMap(({ calendar, at }): Finding<'calendar-unknown'>[] => {
        if (calendars === undefined || calendars.has(calendar)) return [];
        return [
          {
            code: 'calendar-unknown',
            message: `this engine has no calendar "${calendar}"${calendars.size > 0 ? ` (it has ${quoted(calendars)})` : ''}, so no execution would start${didYouMean(calendar, calendars) || '; add it to calendars or correct the name'}`,
            path: [...path, at, 'calendar'],
            nodeId: node.nodeId,
          },
        ];
      }),
    ),
};

/** Calendars that a node names, each with the field that names it. */
const calendarsIn = ({ sla, config }: DefinitionNode): { calendar: string; at: string }[] => [
  ...(sla === undefined ? [] : [{ calendar: sla.calendar, at: 'sla' }]),
  ...(config !== undefined && 'calendar' in config && config.calendar !== undefined
    ? [{ calendar: config.calendar, at: 'config' }]
    : []),
];

export const runTimeRules = [fanOut, treeFanOut, ...kindRules.ofRun, directoryNotConfigured, calendarUnknown];
