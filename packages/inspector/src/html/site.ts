/** Where the inspector is mounted, and for whom a page is made. */
export interface Site {
  /** The address of a page of ours, with parameters; absent ones are left out. */
  readonly url: (
    path: string,
    parameters?: Readonly<Record<string, string | number | null | undefined>>,
  ) => string;
  readonly workspaceId: string;
  readonly subject: string;
  readonly may: (permission: Permission) => boolean;
}

/** What somebody may do here. */
export type Permission = 'read' | 'decide' | 'decide-any' | 'cancel' | 'redeliver';

export const PERMISSIONS: readonly Permission[] = ['read', 'decide', 'decide-any', 'cancel', 'redeliver'];

export function urlsBelow(basePath: string): Site['url'] {
  return (path, parameters = {}) => {
    const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    );
    const query = new URLSearchParams(given).toString();
    return `${basePath}/${path}${query === '' ? '' : `?${query}`}`;
  };
}
