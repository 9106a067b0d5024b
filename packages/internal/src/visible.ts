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

const NEVER_MEANT = new RegExp(`[\\u007f-\\u009f]|${DIRECTIONS.source}`, 'g');

/** The same for output with line breaks and colors: it keeps C0, which colors begin with. */
export const printableOutput = (text: string): string => text.replaceAll(NEVER_MEANT, '?');

// Line breaks and tabs are left: they are what they look like.
// eslint-disable-next-line no-control-regex -- they are what is looked for
const COMMANDS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const MISLEADING = new RegExp(`${COMMANDS.source}|${DIRECTIONS.source}`, 'g');

/** Returns the text without control and directional characters, for a message or a name. */
export const undirected = (text: string): string => text.replaceAll(MISLEADING, '');

/** The dot of a host name, also as other scripts write it, before a label of letters. */
const DOTS = /(?<=[\p{L}\p{N}\p{M}_-])([.\u3002\uff0e\uff61])(?=[\p{L}\p{M}]{2})/gu;

/**
 * Breaks up addresses in a text by invisible spaces, so that no mail program makes links of them:
 * `https://`, `mailto:`, `www.`, and names of hosts such as `example.com`.
 */
export const unlinked = (text: string): string =>
  text
    .replace(/:\/\//g, ':\u200b//')
    .replace(/\b(mailto|www)(?=[:.])/gi, '$1\u200b')
    .replace(DOTS, '$1\u200b');

/** The same JSON with such characters escaped: it parses to the same value. */
export const visibleJson = (json: string): string =>
  json.replaceAll(UNSEEN_IN_JSON, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
