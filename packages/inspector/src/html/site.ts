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
  /** Where a page hears that something has happened; '' where it has to ask. */
  readonly liveUrl: (of: { readonly executionId?: string }) => string;
  /** Pages of the host's own: their names and what they are called. */
  readonly own: readonly (readonly [name: string, label: string])[];
}

/** What addresses of ours begin with; pages of the host's own have other names. */
export const NAMES: ReadonlySet<string> = new Set([
  ...['runs', 'run', 'inbox', 'definitions', 'definition', 'deliveries', 'operations', 'playground'],
  ...[
    'decide',
    'delegate',
    'remind',
    'resolve',
    'cancel',
    'cancel-step',
    'redeliver',
    'dispatch',
    'save',
    'live',
    'complete',
  ],
]);

/** What somebody may do here. */
export type Permission =
  | 'read'
  | 'decide'
  | 'decide-any'
  | 'delegate'
  | 'remind'
  | 'resolve'
  | 'dispatch'
  | 'define'
  | 'cancel'
  | 'redeliver';

/** All of them. */
export const PERMISSIONS: readonly Permission[] = [
  ...(['read', 'decide', 'decide-any', 'delegate', 'remind', 'resolve'] as const),
  ...(['dispatch', 'define', 'cancel', 'redeliver'] as const),
];

export function urlsBelow(basePath: string): Site['url'] {
  return (path, parameters = {}) => {
    const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    );
    const query = new URLSearchParams(given).toString();
    return `${basePath}/${path}${query === '' ? '' : `?${query}`}`;
  };
}
