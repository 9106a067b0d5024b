/** The request of a doctor. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { workspaceId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';

export type * from './request.gen.js';

/** Default and maximum of checked runs per call. */
const DEFAULT_RUNS = 1_000;
const MOST_RUNS = 10_000;

export const doctor = z
  .strictObject({
    workspaceId: workspaceId.optional().describe('Workspace of the executions; `default` by default.'),
    since: z
      .int()
      .min(0)
      .optional()
      .describe('Only executions that were dispatched then or later, in ms since the epoch; all by default.'),
    executionId: z.string().min(1).max(LIMITS.cursorLength).optional().describe('This execution alone.'),
    fix: z
      .boolean()
      .default(false)
      .describe('True to fix what can be fixed safely; by default findings are only reported.'),
    limit: z
      .int()
      .min(1)
      .max(MOST_RUNS)
      .default(DEFAULT_RUNS)
      .describe('Number of executions to check, 1 to 10,000; 1,000 by default.'),
    cursor: z
      .string()
      .min(1)
      .max(LIMITS.cursorLength)
      .optional()
      .describe(
        '`nextCursor` of the call before, with the same workspace and `since`; begins at the newest run without it.',
      ),
  })
  .register(typeNames, {
    id: 'DoctorRequest',
    description: 'Runs to check, and permitted fixes.',
  });
