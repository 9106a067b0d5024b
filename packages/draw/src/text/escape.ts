/** How each format takes a text that may contain anything. */

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For elements and attributes of SVG, also where it stands in HTML. */
export const xml = (text: string): string => text.replaceAll(/[&<>"']/g, (it) => XML[it] ?? it);

/** For a quoted text of Mermaid: everything that any of its grammars, Markdown or HTML could read is a code. */
export const mermaid = (text: string): string =>
  text.replaceAll(
    /[^\p{L}\p{N}\p{Extended_Pictographic} .,_…×≥≤≠–-]/gu,
    (it) => `#${it.codePointAt(0) ?? 65_533};`,
  );

/** For a quoted text of DOT; backslashes would be its own escapes, such as `\N` for the name of the node. */
export const dot = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
