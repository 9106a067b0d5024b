/** Methods that most pages never call: their code is loaded with the first call. */
import { CommentsSetupError } from '../errors.js';
import { RECORD_TYPES } from '../record.js';
import type { CommentService } from '../service/port.js';
import type { OtherMethods } from './other-methods.js';
import type { Sessions } from './session.js';

export function laterMethods(sessions: Sessions, service: CommentService): OtherMethods {
  const load = async () => (await import('./other-methods.js')).otherMethods(sessions, service);
  return {
    records: (kind) => {
      if (!RECORD_TYPES.includes(kind))
        throw new CommentsSetupError(`There are records of these kinds: ${RECORD_TYPES.join(', ')}.`);
      const api = async () => (await load()).records(kind);
      return {
        list: async (request) => (await api()).list(request),
        add: async (record) => (await api()).add(record),
        remove: async (record) => (await api()).remove(record),
      };
    },
    uploadAttachment: async (attachment) => (await load()).uploadAttachment(attachment),
    deleteAttachment: async (attachment) => (await load()).deleteAttachment(attachment),
  };
}
