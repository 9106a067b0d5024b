/** `permits/amend` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { amendFields } from '../../requests.js';
import { permit } from '../../views.js';
import { type GateScope, userOf } from '../scope.js';

const amendPermit = z.strictObject(amendFields).meta({
  id: 'AmendPermitData',
  description: 'New arguments for a pending call; the token identifies the user who amends it.',
});

/**
 * Replaces the arguments of a call that people are asked about: they are asked again.
 * @throws NOT_FOUND; PERMISSION_DENIED; INVALID_ARGUMENT; FAILED_PRECONDITION `digest-changed`,
 *   `already-approved`,
 * `redacted`, `denied-by-policy`.
 * @request {
 *   "permitId": "permit-1",
 *   "ifDigest": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
 *   "args": {
 *     "to": "acme",
 *     "amount": 1000
 *   }
 * }
 */
export const operation = defineOperation({
  path: 'permits/amend',
  summary: 'Replaces the arguments of a pending call; people are asked again.',
  request: amendPermit,
  result: permit,
  effect: 'keyed',
  permission: 'permits:amend',
  budget: 'decide',
  seesOthers: 'permits:amend',
  run: ({ permits, caller }: GateScope, request) => permits.amend({ ...request, actorId: userOf(caller) }),
});
