/** Events as rows, and back. */
import { type Change, type EngineEvent, isExternal } from '@org/approval-core';
import type { RowOf } from '../../schema/tables.js';
import { fromJson, toJson } from '../../sql/json.js';

export const eventRows = ({ state, events }: Change): RowOf<'events'>[] =>
  events.map((event) => ({
    workspace_id: state.workspaceId,
    execution_id: state.executionId,
    seq: event.seq,
    event_id: event.eventId,
    external: isExternal(event) ? 1 : 0,
    body: toJson(event),
  }));

export const eventOf = ({ body }: Pick<RowOf<'events'>, 'body'>): EngineEvent => fromJson(body);
