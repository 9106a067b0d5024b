/** Rights of callers to choose what people see before they decide. */
import type { Presenting } from '../commit/presenting.js';
import type { Acting } from './define.js';

/** Only administrators and services choose what is shown in place of the definition. */
export const presentingOptions = ({ has }: Acting): Presenting => ({
  keepsPresentation: !has('executions:dispatch-any'),
});
