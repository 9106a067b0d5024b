import type { Moment } from '../../data/moment.js';
import { type Html, html } from '../../html/html.js';
import type { Waiting } from './waiting.js';

/** Hidden fields with the run and step of a form. */
export const ids = ({ state }: Moment, { stepId }: Waiting): Html =>
  html`<input type="hidden" name="executionId" value="${state.executionId}" /><input
      type="hidden"
      name="stepId"
      value="${stepId}"
    />`;
