/** Cuts strings of authors, which may be long or hostile, to one line of a picture. */

/** Control characters, changes of the writing direction, and characters that XML cannot store. */
const UNFIT =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]+/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Number of code units that are read at all; more than any line needs. */
const LOOKED_AT = 2_000;

/** Code units of one visible character; a letter may carry thousands of accents. */
const PER_CHARACTER = 16;

/** One line of at most `length` visible characters; an ellipsis marks the cut. */
export function clip(text: unknown, length: number): string {
  if (typeof text !== 'string') return '';
  const line = text
    .slice(0, LOOKED_AT)
    .replaceAll(UNFIT, ' ')
    .replaceAll(LONE_SURROGATE, '\ufffd')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters: string[] = [];
  for (const { segment } of graphemes.segment(line)) {
    characters.push(segment.length > PER_CHARACTER ? '\ufffd' : segment);
    if (characters.length > length)
      return `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
  }
  return text.length > LOOKED_AT ? `${characters.join('')}…` : characters.join('');
}

/** Characters that take two columns of a terminal, and about two letters of a page. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u;

/** Columns of a clipped string in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}

/** Pads `text` with spaces to a number of columns. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

/** The start of a clipped string that fits the columns, with an ellipsis for the rest. */
export function fitted(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let start = '';
  let left = columns - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= WIDE.test(segment) ? 2 : 1;
    if (left < 0) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}
