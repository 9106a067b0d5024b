/**
 * Files go to the customer's storage, as they are; the service learns ids, with the comments they
 * belong to.
 */
import { expect, test } from 'vitest';
import type { SaveAttachmentResolverRequest } from '../provider/others.js';
import { otherCustomer } from '../test-support/other-customer.js';
import { page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';

const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
const file = new File([BYTES], 'Vertrag – ü "2".pdf', { type: 'application/pdf' });
const at = { documentId: 'contract', annotationId: 't1' };

async function withFiles(headers?: Readonly<Record<string, string>>, more: object = {}) {
  const log: string[] = [];
  const others = await otherCustomer((path) => log.push(path));
  const config = { ...others.config('attachment', headers), saveRetryConfig: { retryCount: 1 } };
  const made = await page({ others: { attachment: { config, ...more } } });
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  return { ...made, others, calls: log };
}

test.each([{}, { 'Content-Type': 'application/json' }, { 'content-type': 'x/y', 'X-Tenant': 'acme' }])(
  'a file is uploaded in parts with any headers of the host (%o), and its id goes with the comment',
  async (headers) => {
    const { client, others, stored, wire } = await withFiles(headers);
    const attachment = await client.uploadAttachment({ ...at, file });
    const { attachmentId } = attachment;
    expect(attachment).toEqual({
      ...{ attachmentId, name: file.name, url: `https://files.example/${attachmentId}` },
      ...{ mimeType: 'application/pdf', size: BYTES.length },
    });
    const kept = others.files.get(attachmentId);
    expect([kept?.name, kept?.type, kept?.bytes.equals(BYTES)]).toEqual([file.name, 'application/pdf', true]);
    expect(others.seen[0]?.body).toEqual({
      attachment: { attachmentId, name: file.name, mimeType: 'application/pdf' },
      metadata: {
        ...{ organizationId: 'acme', documentId: 'contract' },
        attachmentId,
        commentAnnotationId: 't1',
      },
      event: 'attachment.add',
    });
    expect(others.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);

    await client.addComment('t1', { commentText: 'see', attachments: { [attachmentId]: attachment } });
    const atService = wire.join() + (await stored());
    expect(atService).toContain(String(attachmentId));
    for (const secret of ['Vertrag', 'files.example']) expect(wire.at(-1)).not.toContain(secret);

    await client.deleteAttachment({ ...at, attachmentId });
    expect(others.files.size).toBe(0);
  },
);

test('a function gets the file itself', async () => {
  const seen: SaveAttachmentResolverRequest[] = [];
  const attachment = {
    save: async (request: SaveAttachmentResolverRequest) => {
      seen.push(request);
      return { success: true, statusCode: 200, data: { url: 'https://x' } };
    },
    delete: async () => ({ success: true, statusCode: 200 }),
  };
  const { client } = await page({ others: { attachment } });
  await client.uploadAttachment({ documentId: 'contract', file, name: 'other.pdf', attachmentId: 7 });
  expect(seen[0]?.attachment).toMatchObject({ attachmentId: 7, name: 'other.pdf' });
  expect(seen[0]?.attachment.file).toBe(file);
});

test('an upload that fails is tried again, and told of; an answer without an address is none', async () => {
  const { client, others, events, calls } = await withFiles();
  others.faults.push(500);
  await client.uploadAttachment({ ...at, file });
  expect(calls).toEqual(['attachment save', 'attachment save']);
  expect(events.filter((it) => it.event === 'attachmentSaveError').length).toBe(1);
  others.faults.push(500, 500);
  await expect(client.uploadAttachment({ ...at, file })).rejects.toMatchObject({
    ...{ name: 'ResolverError', provider: 'attachment', operation: 'save', attempts: 2 },
  });
  const save = async () => ({ success: true, statusCode: 200 }) as never;
  const mute = await page({ others: { attachment: { save, delete: save } } });
  const sent = mute.client.uploadAttachment({ documentId: 'contract', file });
  await expect(sent).rejects.toMatchObject({ cause: { reason: 'invalid-response' } });
});

test('what is too large, no file, or without a name is refused before anything is sent', async () => {
  const { client, calls } = await withFiles({}, { maxBytes: 1_000 });
  await expect(client.uploadAttachment({ ...at, file })).rejects.toThrow('70000 bytes, and may have 1000');
  const none = client.uploadAttachment({ ...at, file: 'text' as never });
  await expect(none).rejects.toThrow('must be a Blob');
  const nameless = client.uploadAttachment({ ...at, file: new Blob(['x']), name: '' });
  await expect(nameless).rejects.toThrow('name: must have');
  await expect(client.uploadAttachment({ documentId: 'x', file })).rejects.toThrow('was not chosen');
  expect(calls).toEqual([]);
  const bare = await page();
  const lost = bare.client.uploadAttachment({ documentId: 'contract', file });
  await expect(lost).rejects.toThrow('provider of "attachment"');
});
