export function sitePath(file: string): string;
export function linkedFile(file: string, link: string, isFolder: (path: string) => boolean): string | null;
export function withLinks(
  file: string,
  text: string,
  isFolder: (path: string) => boolean,
  address: (target: string) => string,
): string;
