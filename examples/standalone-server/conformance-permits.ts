/** The flags of `permits-server.md`: a gate over the server's engine, and tokens for requesters. */
import {
  type ApprovalGate,
  type GateOptions,
  type PermitStore,
  type Policies,
  createApprovalGate,
} from '@org/approval-agents';
import { ApprovalError } from '@org/approval-core';
import { readFileSync } from 'node:fs';

export const PERMIT_FLAGS = {
  policies: { type: 'string' },
  'permit-ask-ms': { type: 'string' },
  'permit-grant-ms': { type: 'string' },
  agents: { type: 'string', default: '' },
} as const;

interface PermitFlags {
  readonly policies?: string | undefined;
  readonly 'permit-ask-ms'?: string | undefined;
  readonly 'permit-grant-ms'?: string | undefined;
}

interface PolicyFile {
  readonly policies: Policies;
  readonly tools?: GateOptions['tools'];
  readonly relays?: readonly string[];
}

export interface ServerGate {
  /** Options for the handler. */
  readonly options: { readonly gate?: ApprovalGate; readonly relays?: readonly string[] };
  /** Returns the codes of faults in the policies; null without policies. */
  readonly issues: (workspaceId: string) => Promise<readonly string[] | null>;
  readonly stop: () => Promise<void>;
}

export function gateOf(flags: PermitFlags, engine: GateOptions['engine'], store: PermitStore): ServerGate {
  if (flags.policies === undefined) return { options: {}, issues: async () => null, stop: async () => {} };
  const { policies, tools, relays = [] } = JSON.parse(readFileSync(flags.policies, 'utf8')) as PolicyFile;
  try {
    const gate = createApprovalGate({ engine, store, policies, tools, ...timesOf(flags) });
    return {
      options: { gate, relays },
      issues: async (workspaceId) => codesOf(await gate.forWorkspace(workspaceId).check()),
      stop: () => gate.stop(),
    };
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    const codes = codesOf(error.details.issues ?? []);
    return { options: {}, issues: async () => codes, stop: async () => {} };
  }
}

const timesOf = (flags: PermitFlags): Pick<GateOptions, 'askMs' | 'grantMs'> => ({
  ...(flags['permit-ask-ms'] !== undefined && { askMs: Number(flags['permit-ask-ms']) }),
  ...(flags['permit-grant-ms'] !== undefined && { grantMs: Number(flags['permit-grant-ms']) }),
});

const codesOf = (issues: readonly { readonly code: string }[]): string[] => issues.map((it) => it.code);
