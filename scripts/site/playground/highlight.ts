/** Colors of JSON, also while it is incomplete. */
import { escapeHtml } from '../html.js';

const TOKEN = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(?:true|false|null)\b/g;

/** Returns the text as HTML; strings, names, numbers and literals are marked. */
export function highlight(text: string): string {
  let made = '';
  let end = 0;
  for (const { 0: token, 1: string, 2: colon, 3: number, index } of text.matchAll(TOKEN)) {
    made += escapeHtml(text.slice(end, index));
    end = index + token.length;
    const literal = number === undefined ? 'literal' : 'number';
    const kind = string === undefined ? literal : colon === undefined ? 'string' : 'name';
    made += `<span class="hl-${kind}">${escapeHtml(string ?? token)}</span>${colon ?? ''}`;
  }
  return made + escapeHtml(text.slice(end));
}
