/**
 * The company's users. In your application they come from a directory: `scimDirectory`, or your own
 * functions.
 */
import { staticDirectory } from '@org/approval-core';

export const PEOPLE = [
  { userId: 'eve', name: 'Eve Engel', does: 'sells' },
  { userId: 'max', name: 'Max Mohr', does: 'leads sales, approves up to 1,000' },
  { userId: 'sue', name: 'Sue Sand', does: 'leads support, approves up to 1,000' },
  { userId: 'dora', name: 'Dora Dahl', does: 'directs, approves up to 20,000' },
  { userId: 'fay', name: 'Fay Funk', does: 'finance' },
  { userId: 'gus', name: 'Gus Graf', does: 'finance' },
] as const;

export const directory = staticDirectory({
  groups: { finance: ['fay', 'gus'] },
  managers: { eve: 'max', max: 'dora', sue: 'dora', fay: 'dora', gus: 'fay' },
  attributes: {
    max: { limit: 1_000 },
    sue: { limit: 1_000 },
    fay: { limit: 1_000 },
    dora: { limit: 20_000 },
  },
});
