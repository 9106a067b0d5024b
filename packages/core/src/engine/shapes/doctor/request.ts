/** What a doctor is asked to look at. */
import * as z from 'zod';
import { workspaceId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';

/** Runs that one call looks at, unless it is asked for fewer or more; and as many as it may be asked for. */
const DEFAULT_RUNS = 1_000;
const MOST_RUNS = 10_000;

export const doctor = z.strictObject({
  workspaceId: workspaceId.optional(),
  since: z.int().min(0).optional(),
  executionId: z.string().min(1).max(LIMITS.cursorLength).optional(),
  mend: z.boolean().default(false),
  limit: z.int().min(1).max(MOST_RUNS).default(DEFAULT_RUNS),
  cursor: z.string().min(1).max(LIMITS.cursorLength).optional(),
});

/** Which runs a doctor looks at, and what it may do. */
export interface DoctorRequest {
  /** Whose runs; `default` by default. */
  workspaceId?: string | undefined;
  /** Only runs that were dispatched then or later, in ms since the epoch; all by default. */
  since?: number | undefined;
  /** This run alone. */
  executionId?: string | undefined;
  /** Whether what can be mended safely is mended; it is only told by default. */
  mend?: boolean | undefined;
  /** How many runs to look at, 1 to 10,000; 1,000 by default. */
  limit?: number | undefined;
  /** `nextCursor` of the call before, with the same workspace and `since`; begins at the newest run without it. */
  cursor?: string | undefined;
}
