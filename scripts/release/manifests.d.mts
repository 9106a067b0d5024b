export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly files?: readonly string[];
  readonly homepage?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
export const root: string;
export const PLACEHOLDER: RegExp;
export function readManifest(folder: string): Manifest;
export function publicPackages(): string[];
export function withProvenance(folder: string, manifest: Manifest): Manifest;

/** Where the types of subpaths are, for `moduleResolution: node10`; null where there are none. */
export function typesVersionsOf(
  exports: object,
): { readonly '*': Readonly<Record<string, readonly string[]>> } | null;

/** Text of the manifest that a tarball has. */
export function packedManifest(text: string): string;
