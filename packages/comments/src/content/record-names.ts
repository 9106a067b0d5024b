/** Names of the fields that the requests of each kind of record have. */
import type { RecordKind } from '../record.js';

export const RECORD_NAMES = {
  reaction: {
    ids: 'reactionAnnotationIds',
    id: 'reactionAnnotationId',
    one: 'reactionAnnotation',
    many: 'Reactions',
  },
  notification: {
    ids: 'notificationIds',
    id: 'notificationId',
    one: 'notification',
    many: 'CustomNotifications',
  },
  activity: { ids: 'activityIds', id: 'activityId', one: 'activity', many: 'Activities' },
} as const satisfies Record<RecordKind, object>;
