export function sitePath(file: string): string;
export function withLinks(
  file: string,
  text: string,
  isFolder: (path: string) => boolean,
  address: (target: string) => string,
): string;
