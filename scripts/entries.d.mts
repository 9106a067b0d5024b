import type ts from 'typescript';

export interface Entry {
  /** What it is imported as. */
  name: string;
  file: string;
}
export const root: string;
export function entries(): Entry[];
export function programOf(files: readonly string[], texts?: ReadonlyMap<string, string>): ts.Program;
