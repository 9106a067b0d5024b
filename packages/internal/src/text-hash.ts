/** Fast hashes of texts, for comparisons; they are not safe against forgery. */

/** Two hashes of 32 bits. */
export type TextHash = readonly [number, number];

/** Two hashes of a text, each of 32 bits, from its UTF-16 units. */
export function textHash(text: string): TextHash {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return [a >>> 0, b >>> 0];
}

/** Returns the hashes as 16 hexadecimal digits. */
export const hexDigest = (hashes: TextHash): string =>
  hashes.map((it) => it.toString(16).padStart(8, '0')).join('');
