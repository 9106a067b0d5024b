/**
 * The URL that a text is, or null. Not by `URL.canParse`: in a hot process of Node 20 it refuses a good international name
 * once in some hundred calls.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
