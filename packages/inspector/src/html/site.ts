/** The mount point of the inspector, and the visitor of a page. */
export interface Site {
  /** Builds the address of a page; absent parameters are left out. */
  readonly url: (
    path: string,
    parameters?: Readonly<Record<string, string | number | null | undefined>>,
  ) => string;
  readonly workspaceId: string;
  readonly subject: string;
  readonly may: (permission: Permission) => boolean;
  /** Pages of the host: their names and their labels. */
  readonly own: readonly (readonly [name: string, label: string])[];
}

/** First parts of built-in addresses; pages of the host need other names. */
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

/** A permission of a visitor. */
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

/** All permissions. */
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
