/** Lengths as the contract says them: in characters, of which one outside the basic plane takes two units of a JavaScript text. */

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

/** The first characters of a text, of at most so many units, and none of them cut in half: what is left is text for whoever takes it. */
export const beginning = (text: string, units: number): string =>
  text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, '');

const isBetween = (unit: number, from: number, to: number): boolean => unit >= from && unit < to;
