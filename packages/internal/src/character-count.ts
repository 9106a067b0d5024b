/** Lengths in characters, as in the contract, not in UTF-16 units. */

/** Code points of the text; a lone surrogate is one. */
export function characterCount(text: string): number {
  let pairs = 0;
  for (let index = 1; index < text.length; index++) {
    const isPair =
      isBetween(text.charCodeAt(index - 1), 0xd800, 0xdc00) &&
      isBetween(text.charCodeAt(index), 0xdc00, 0xe000);
    if (isPair) pairs += 1;
  }
  return text.length - pairs;
}

/** Returns the beginning of a text in at most so many units, without splitting a character. */
export const beginning = (text: string, units: number): string =>
  text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, '');

const isBetween = (unit: number, from: number, to: number): boolean => unit >= from && unit < to;
