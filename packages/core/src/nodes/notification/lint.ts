/** Rules on notification nodes. */
import type { DefinitionNode } from '../../definition/definition.js';
import { didYouMean } from '../../definition/nearest.js';
import type { LintModel } from '../../lint/model.js';
import { type Finding, type Rule, quoted } from '../../lint/rule.js';
import { configured } from '../lint-configured.js';
import { isDecidedByPeople } from '../schema.js';
import { readMessage } from './lint-message.js';
import type { NotificationNode } from './schema.gen.js';

const notifications = (model: LintModel) =>
  configured(model, (node: DefinitionNode): node is NotificationNode => node.type === 'notification');

type TemplateCode = 'template-invalid' | 'template-too-large';

const templates: Rule<TemplateCode> = {
  codes: ['template-invalid', 'template-too-large'],
  reads: 'element',
  check: (model) =>
    notifications(model).flatMap(({ nodeId, config, path }): Finding<TemplateCode>[] =>
      readMessage(config).faults.map(({ code, message, path: within }) => ({
        code,
        message,
        path: [...path, 'config', ...within],
        nodeId,
      })),
    ),
};

const nodeMissing: Rule<'notification-node-missing'> = {
  codes: ['notification-node-missing'],
  reads: 'graph',
  check: (model) =>
    notifications(model).flatMap(({ nodeId, config: { to = [] }, path }) =>
      to.flatMap((it, index): Finding<'notification-node-missing'>[] => {
        const field = 'reviewersOf' in it ? 'reviewersOf' : 'decidersOf';
        const named = 'reviewersOf' in it ? it.reviewersOf : 'decidersOf' in it ? it.decidersOf : null;
        if (named === null || isDecidedByPeople(model.nodeOf.get(named)?.node)) return [];
        return [
          {
            code: 'notification-node-missing',
            message: `"${named}" is not a human node of this definition; name one`,
            path: [...path, 'config', 'to', index, field],
            nodeId,
          },
        ];
      }),
    ),
};

const channelNotRegistered: Rule<'channel-not-registered'> = {
  codes: ['channel-not-registered'],
  reads: 'element',
  check: (model, { channels }) =>
    notifications(model).flatMap(({ nodeId, config: { channel }, path }) => {
      if (channels === undefined || channels.has(channel)) return [];
      return [
        {
          code: 'channel-not-registered' as const,
          message: `no channel "${channel}" is registered in this process${channels.size > 0 ? ` (registered: ${quoted(channels)})` : ''}, so its steps would fail${didYouMean(channel, channels) || '; add it to the option notify of the engine, or correct the name'}`,
          path: [...path, 'config', 'channel'],
          nodeId,
        },
      ];
    }),
};

const failsRun: Rule<'notification-fails-run'> = {
  codes: ['notification-fails-run'],
  reads: 'graph',
  check: (model) =>
    notifications(model)
      .filter(
        ({ nodeId, config: { onFailure } }) =>
          onFailure === undefined &&
          !(model.outgoing.get(nodeId) ?? []).some((edge) => edge.firesOn.has('failed')),
      )
      .map(({ nodeId, path }) => ({
        code: 'notification-fails-run',
        message:
          'a message that is not delivered fails the whole execution; set onFailure to "continue", or add an edge with on "failure"',
        path: [...path, 'config'],
        nodeId,
      })),
};

export const notificationRules = {
  ofGraph: [nodeMissing],
  ofElement: [templates],
  ofRun: [channelNotRegistered, failsRun],
};
