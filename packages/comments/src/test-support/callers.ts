/** Caller in tests: the user that the header names. */
import type { HttpHeaders } from '@org/approval-internal/http';
import type { Caller } from '../access/access.js';

export const callerNamed = (headers: HttpHeaders): Caller | null => {
  const name = headers['x-user'];
  if (typeof name !== 'string') return null;
  const caller = { userId: name, isSystem: name.startsWith('system') };
  return name === 'mod' ? { ...caller, moderates: true } : caller;
};

/** For tests of everything else: a process that may do everything. */
export const systemCaller = (): Caller => ({ userId: 'system', isSystem: true });
