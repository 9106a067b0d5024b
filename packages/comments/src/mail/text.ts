/** Text in mails: what strangers wrote becomes neither markup nor a header. Pure. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

/** As one line: a line break in a subject would start a header of the writer's own. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** At most so many characters, none of them cut in half. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** The words of a comment of which only html is there. The result is text, and is escaped like any other. */
export function textOfHtml(html: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
  return html
    .replace(/<br\s*\/?>|<\/(?:p|div|li)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;|&(\w+);/g, (entity, name: string | undefined) => (name ? (named[name] ?? entity) : "'"))
    .trim();
}

/** The address, if a browser may be sent there; null for `javascript:` and the like. */
export function webAddress(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : null;
}
