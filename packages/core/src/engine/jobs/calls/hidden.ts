/** Hides secrets that a receiver echoes. */
import { type JsonValue, isJsonArray } from '../../../definition/json.js';

const HIDDEN = '[hidden]';

/** Replaces secrets in what a response holds. */
export class Hiding {
  /** Longest first, so that no part of a longer one is left. */
  private readonly forms: readonly string[];

  constructor(secrets: readonly string[]) {
    const forms = secrets.filter((it) => it !== '').flatMap((it) => [it, JSON.stringify(it).slice(1, -1)]);
    this.forms = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  }

  /** @param isCut true if the text was cut, so that it may end within a secret. */
  text(text: string, isCut = false): string {
    const whole = this.forms.reduce((hidden, form) => hidden.replaceAll(form, HIDDEN), text);
    return isCut ? this.withoutPart(whole) : whole;
  }

  json(value: JsonValue): JsonValue {
    if (this.forms.length === 0) return value;
    if (typeof value === 'string') return this.text(value);
    // A secret of digits comes back as a number.
    if (typeof value !== 'object' || value === null)
      return this.forms.includes(String(value)) ? HIDDEN : value;
    if (isJsonArray(value)) return value.map((it) => this.json(it));
    return Object.fromEntries(
      Object.entries(value).map(([name, it]): [string, JsonValue] => [this.text(name), this.json(it)]),
    );
  }

  /** Replaces the beginning of a secret at the end of the text. */
  private withoutPart(text: string): string {
    let longest = 0;
    for (const form of this.forms) {
      for (let length = Math.min(form.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(form.slice(0, length))) longest = length;
      }
    }
    return longest === 0 ? text : text.slice(0, -longest) + HIDDEN;
  }
}
