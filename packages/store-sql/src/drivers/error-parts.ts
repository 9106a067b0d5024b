/** Code and message of an error of a driver. */
export function errorParts(error: unknown): { readonly code: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { code: '', message: '' };
  return { code: textOf(error, 'code'), message: textOf(error, 'message') };
}

function textOf(error: object, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
