/** What drivers put on their errors. */
export function errorParts(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  };
}
