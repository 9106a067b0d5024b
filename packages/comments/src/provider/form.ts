/**
 * A file on its way to the customer's storage: `multipart/form-data` with the parts `file` and
 * `request`.
 */
import type { Encode } from './attempt.js';
import type { SaveAttachmentResolverRequest } from './others.js';

/** The part `request` is the request without the file, as JSON. */
export const asForm: Encode = (request, own) => {
  const { attachment, ...about } = request as SaveAttachmentResolverRequest;
  const { file, ...facts } = attachment;
  const body = new FormData();
  body.set('file', file, facts.name);
  body.set('request', JSON.stringify({ attachment: facts, ...about }));
  const headers = new Headers(own);
  // The platform says where the parts end; a type that the host names would not.
  headers.delete('content-type');
  return { headers, body };
};
