export interface DocsModule {
  /** The page or the source file, from the root of the repository. */
  file: string;
  title: string;
  /** Where the code is written to, absolute. */
  module: string;
  code: string;
  /** The lines it prints. */
  expected: string[];
}
export function modules(): DocsModule[];
export function writeModules(): DocsModule[];
