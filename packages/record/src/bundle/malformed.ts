/** The end of reading a bundle that does not have the format. */

/** The bundle cannot be read any further. */
export class Malformed extends Error {
  readonly code: string;
  readonly run: string | null;
  readonly seq: number | null;

  constructor(code: string, message: string, run: string | null = null, seq: number | null = null) {
    super(message);
    this.code = code;
    this.run = run;
    this.seq = seq;
  }
}
