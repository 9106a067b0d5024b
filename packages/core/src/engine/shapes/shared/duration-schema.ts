/** ms, or a duration as people write it, as a schema. */
import { type Duration, duration } from '@org/approval-internal/duration';
import * as z from 'zod';

export const ms = (min: number, max: number) =>
  z
    .unknown()
    .transform((value, context) => {
      try {
        return typeof value === 'string' ? duration(value as Duration) : value;
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .pipe(z.int().min(min).max(max));
