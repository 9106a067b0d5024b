import { visibleJson } from '@org/approval-internal/visible';

/** JSON for a terminal or a file: what users wrote in it gives the terminal no commands. */
export const jsonText = (value: unknown, indent?: number): string =>
  visibleJson(JSON.stringify(value, null, indent));
