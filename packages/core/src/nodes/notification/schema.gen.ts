// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';
import type { JsonValue } from '../../definition/json.js';

/** Recipients of a notification. */
export type NotificationTo =
  | {
      /** Template of an address that the channel knows. */
      address: string;
    }
  | {
      /** Template of a user id. */
      userId: string;
    }
  | {
      /** Human node whose newest step they are the reviewers of. */
      reviewersOf: string;
    }
  | {
      /** Human node whose newest step they decided on. */
      decidersOf: string;
    }
  | {
      /** The initiator of the execution. */
      initiator: true;
    }
  | {
      /** The contributors of the execution. */
      contributors: true;
    };

/** Body of a notification. */
export type NotificationBody =
  | {
      /** Template of the text. */
      text: string;
    }
  | {
      /** Template of the HTML. Values are escaped. */
      html: string;
    }
  | {
      /** Slack blocks, or a whole Slack message. Values are escaped. */
      slack: JsonValue;
    }
  | {
      /** JSON for the channel, as an Adaptive Card. Values are not escaped. */
      json: JsonValue;
    };

/** A message, its recipients and its channel. */
export interface NotificationConfig {
  /** Name of the channel, as in the option `notify` of the engine. */
  channel: string;
  /** Recipients, each once; by default the channel decides. */
  to?: NotificationTo[] | undefined;
  /** Template of the subject, one line of up to 2,000 characters. */
  subject?: string | undefined;
  /** Body of the message: exactly one of `text`, `html`, `slack` and `json`. */
  body: NotificationBody;
  /** Further JSON for the channel, whose strings are templates. */
  data?: JsonValue | undefined;
  /**
   * Effect of a message that is not delivered: the step fails (`fail`, the default), or
   * completes with `delivered: false`.
   */
  onFailure?: 'fail' | 'continue' | undefined;
}

/** A node that gives a message to a channel of the host, at least once. */
export interface NotificationNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Display name. */
  name?: string | undefined;
  /** Description to display. */
  description?: string | undefined;
  /**
   * Time in ms from the creation of a step to its breach, up to 1 year. Needs an edge that
   * takes the breach.
   */
  slaMs?: number | undefined;
  /** Deadline in working time, instead of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /**
   * Retries of an agent or a channel that throws, of a request, and of a directory that fails.
   * Other nodes ignore it.
   */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'notification';
  /** Message of the node. */
  config?: NotificationConfig | undefined;
}
