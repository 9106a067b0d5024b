/**
 * Marks of content fields. A customer's backend that counts no revisions cannot refuse a stale
 * write, so the service does: it keeps by mark when each field was last written. A mark does not
 * show the name of its field.
 */

/**
 * Returns one mark for each name: 8 hexadecimal digits (FNV-1a). Two names with one mark only
 * conflict needlessly.
 */
export const marksOf = (names: readonly string[]): string[] => [...new Set(names.map(markOf))];

function markOf(name: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
