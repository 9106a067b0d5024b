/** The playground among the pages of the site. */
import type { Source } from '../content.js';

export const PLAYGROUND: Source = {
  file: 'scripts/site/playground/page.ts',
  path: 'playground.html',
  title: 'Playground',
  text: 'Edit a definition in the browser: linter findings, the drawing, and a simulated run.',
};
