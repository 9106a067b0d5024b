import { visibleJson } from '@org/approval-internal/visible';

/** JSON for a terminal or a file, with control characters of users escaped. */
export const jsonText = (value: unknown, indent?: number): string =>
  visibleJson(JSON.stringify(value, null, indent));
