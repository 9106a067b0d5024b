/** Whether a text includes another, in time that grows with their lengths only. */

/** So short that the worst case of `String.includes`, the product of the lengths, is no harm. */
const SHORT = 16;

export function includesText(text: string, needle: string): boolean {
  if (needle.length <= SHORT) return text.includes(needle);
  return text.length >= needle.length && search(text, needle);
}

/** Knuth, Morris and Pratt: no character of the text is looked at again. */
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

/** For each prefix: the length of its longest end that is a beginning of it too. */
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
