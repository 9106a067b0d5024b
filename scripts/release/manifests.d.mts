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
