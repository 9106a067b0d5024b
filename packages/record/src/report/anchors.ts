/** Files of retained checkpoints. */
import { isRecord } from '@org/approval-internal/values';

/**
 * Returns the notes of a file: JSON lines `{"at", "note"}` as a file sink appends them, or one note
 * as it is.
 * @throws TypeError for a line that is neither
 */
export function anchorsIn(text: string): string[] {
  if (text.trim() === '') return [];
  if (!text.trimStart().startsWith('{')) return [text.replaceAll('\r\n', '\n')];
  return text
    .split('\n')
    .filter((it) => it.trim() !== '')
    .map((line, index) => {
      const note = noteIn(line);
      if (note === null)
        throw new TypeError(`line ${index + 1} of the checkpoints is not {"at": …, "note": "…"}`);
      return note;
    });
}

function noteIn(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && typeof value['note'] === 'string' ? value['note'] : null;
  } catch {
    return null;
  }
}
