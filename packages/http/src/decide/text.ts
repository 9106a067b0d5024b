/** Text in HTML. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const text = (value: string): string => value.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

/** Isolates characters that turn the text direction, so that they cannot disguise a digest or date. */
export const apart = (value: string): string => `<bdi>${text(value)}</bdi>`;
