/** The methods of the client that work with the providers beside that of comments. */
import { CommentsSetupError } from '../errors.js';
import type { RecordKind } from '../record.js';
import type { CommentService } from '../service/port.js';
import type { CommentsClient, RecordsApi } from './api.js';
import { type AttachmentPorts, remove, upload } from './attachments.js';
import { listAll } from './lists.js';
import { type Sessions, checkDocuments } from './session.js';

export type OtherMethods = Pick<CommentsClient, 'records' | 'uploadAttachment' | 'deleteAttachment'>;

export function otherMethods(sessions: Sessions, service: CommentService): OtherMethods {
  return {
    records: (kind) => recordsApi(sessions, service, kind),
    uploadAttachment: async (attachment) => {
      const { ports, documentIds } = files(sessions, 'uploadAttachment');
      checkDocuments([attachment.documentId], documentIds);
      return upload(ports, attachment);
    },
    deleteAttachment: async (attachment) => {
      const { ports, documentIds } = files(sessions, 'deleteAttachment');
      checkDocuments([attachment.documentId], documentIds);
      await remove(ports, attachment);
    },
  };
}

/** Activities are a log, and notifications are made by the host's own processes. */
const LACKS: Readonly<Record<RecordKind, 'add' | 'remove' | null>> = {
  reaction: null,
  notification: 'add',
  activity: 'remove',
};

function recordsApi(sessions: Sessions, service: CommentService, kind: RecordKind): RecordsApi {
  const ready = (method: 'list' | 'add' | 'remove') => {
    const session = sessions.ready(`records("${kind}").${method}`);
    const records = session.records[kind];
    if (records === undefined)
      throw new CommentsSetupError(`Give setDataProviders a provider of "${kind}" first.`);
    if (LACKS[kind] === method) throw new CommentsSetupError(`A record of kind "${kind}" has no ${method}.`);
    return { ...session, own: records };
  };
  return {
    list: async (request = {}) => {
      const { own, user, documentIds, people } = ready('list');
      const asked = request.documentIds ?? documentIds;
      checkDocuments(asked, documentIds);
      const listed = await listAll(service, user.organizationId, asked);
      const shown = await (await own()).shown(listed, request.refresh ?? false);
      if (people === null) return shown;
      await people.learn(shown, request.refresh ?? false);
      return shown.map((it) => people.name(it));
    },
    add: async (record) => {
      const { own, documentIds, people } = ready('add');
      checkDocuments([record.documentId], documentIds);
      return (await own()).add(record, people !== null);
    },
    remove: async ({ id, documentId }) => {
      const { own, documentIds } = ready('remove');
      checkDocuments([documentId], documentIds);
      await (await own()).remove(id, documentId);
    },
  };
}

function files(
  sessions: Sessions,
  method: string,
): { ports: AttachmentPorts; documentIds: readonly string[] } {
  const { attachments, documentIds } = sessions.ready(method);
  if (attachments === null)
    throw new CommentsSetupError('Give setDataProviders a provider of "attachment" first.');
  return { ports: attachments, documentIds };
}
