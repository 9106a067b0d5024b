/**
 * Invisible characters that change displayed text: control characters, some of which are terminal
 * commands, and directional ones, which make a text read as another.
 */

// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const UNSEEN = new RegExp(`${CONTROLS.source}|${DIRECTIONS.source}`, 'g');
// JSON escapes C0 already; pretty-printed JSON has its own line breaks.
const UNSEEN_IN_JSON = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029]|${DIRECTIONS.source}`, 'g');

/** Returns the text with a question mark for each such character, for one line of a terminal. */
export const printable = (text: string): string => text.replaceAll(UNSEEN, '?');

/** Returns the text without directional characters, for a subject or a name. */
export const undirected = (text: string): string => text.replaceAll(new RegExp(DIRECTIONS, 'g'), '');

/** The same JSON with such characters escaped: it parses to the same value. */
export const visibleJson = (json: string): string =>
  json.replaceAll(UNSEEN_IN_JSON, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
