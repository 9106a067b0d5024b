export const root: string;
export function packageFolders(): string[];
export function readManifest(
  folder: string,
): { readonly name: string; readonly private?: boolean } & Record<string, unknown>;
