/** The flags of `hosting-server.md`, for `parseArgs`. */
export const HOST_FLAGS = {
  host: { type: 'boolean', default: false },
  'on-commit': { type: 'boolean', default: false },
  'retention-ms': { type: 'string' },
  'no-links': { type: 'boolean', default: false },
  nodes: { type: 'boolean', default: false },
  'notify-url': { type: 'string' },
} as const;

/** Flags as parsed by `parseArgs`. */
export interface HostFlags {
  readonly host: boolean;
  readonly 'on-commit': boolean;
  readonly 'retention-ms'?: string | undefined;
  readonly 'no-links': boolean;
}
