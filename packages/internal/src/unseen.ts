/** Characters that people cannot see, or that move others, made visible. */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Writes a character as `\u{…}`. */
export const escapedCharacter = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * The text with control, bidirectional, zero-width and unusual space characters as `\u{…}`. Line
 * breaks and tabs are among them unless `lines` is true.
 */
export const seen = (text: string, { lines = false }: { readonly lines?: boolean } = {}): string =>
  (lines ? text.replaceAll('\r\n', '\n') : text).replaceAll(UNSEEN, (it) =>
    lines && (it === '\n' || it === '\t') ? it : escapedCharacter(it),
  );
