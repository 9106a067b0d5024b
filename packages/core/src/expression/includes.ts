/** Substring search in linear time. */

/** Length up to which the quadratic worst case of `String.includes` is harmless. */
const SHORT = 16;

export function includesText(text: string, needle: string): boolean {
  if (needle.length <= SHORT) return text.includes(needle);
  return text.length >= needle.length && search(text, needle);
}

/** Knuth–Morris–Pratt search. It never goes back in the text. */
function search(text: string, needle: string): boolean {
  const borders = bordersOf(needle);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched === needle.length) return true;
  }
  return false;
}

/** Length of the longest proper prefix of each prefix that is also its suffix. */
function bordersOf(needle: string): Uint32Array {
  const borders = new Uint32Array(needle.length);
  let length = 0;
  for (let index = 1; index < needle.length; index++) {
    const code = needle.charCodeAt(index);
    while (length > 0 && needle.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (needle.charCodeAt(length) === code) length += 1;
    borders[index] = length;
  }
  return borders;
}
