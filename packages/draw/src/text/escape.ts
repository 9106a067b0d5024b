/** Escaping of untrusted strings for each format. */

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes elements and attributes of SVG, also within HTML. */
export const xml = (text: string): string => text.replaceAll(/[&<>"']/g, (it) => XML[it] ?? it);

/**
 * Escapes a quoted string of Mermaid: special characters become codes, also of HTML.
 */
export const mermaid = (text: string): string =>
  text.replaceAll(
    /[^\p{L}\p{N}\p{Extended_Pictographic} .,_…×≥≤≠–-]/gu,
    (it) => `#${it.codePointAt(0) ?? 65_533};`,
  );

/** Escapes a quoted string of DOT, with backslashes, which could start `\N` (the node's name). */
export const dot = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
