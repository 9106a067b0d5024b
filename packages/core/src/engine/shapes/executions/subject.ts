/** Subjects of approvals, in requests (contract section 17). */
import * as z from 'zod';
import { digest, lineOf } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';
import type { Subject } from '../../../interpreter/header.js';
import type { RunSubject } from './subject.gen.js';

export type * from './subject.gen.js';

export const subject = z
  .strictObject({
    digest: digest.describe('Digest of what is to be approved, as in `sha256:…`.'),
    ref: lineOf(LIMITS.referenceLength)
      .optional()
      .describe("The host's own id of what is to be approved, up to 200 characters."),
    revision: lineOf(LIMITS.referenceLength).optional().describe('Revision of it, up to 200 characters.'),
  })
  .meta({ id: 'RunSubject', description: 'Subject of an approval.' });

export const subjectOf = ({ digest, ref, revision }: RunSubject): Subject => ({
  digest,
  ref: ref ?? null,
  revision: revision ?? null,
});
