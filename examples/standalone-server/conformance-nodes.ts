/** The flags of `--nodes`: engine options for nodes that call, and what tests decide about them. */
import type { EngineOptions } from '@org/approval-core';
import { systemResolver } from '@org/approval-webhooks/node';
import type { HostBody } from './host/host.js';

export const NODES_FLAGS = {
  nodes: { type: 'boolean', default: false },
  'notify-url': { type: 'string' },
  'no-callback-url': { type: 'boolean', default: false },
  resolve: { type: 'string' },
} as const;

/** Flags as parsed by `parseArgs`. */
export interface NodesFlags {
  readonly nodes: boolean;
  readonly 'notify-url'?: string | undefined;
  readonly 'no-callback-url': boolean;
  /** `NAME=ADDRESS` */
  readonly resolve?: string | undefined;
}

type WebhookOptions = NonNullable<EngineOptions['webhooks']>;

/** The resolver for `--resolve NAME=ADDRESS`. */
export function resolverOf({ resolve }: NodesFlags) {
  if (resolve === undefined) return {};
  const [name, address = ''] = resolve.split('=');
  return {
    resolver: (hostname: string) =>
      hostname === name ? Promise.resolve([{ address }]) : systemResolver(hostname),
  };
}

/** A node that wants to call, as the engine asks about it. */
export interface AskedCall {
  readonly workspaceId: string;
  readonly definitionId: string;
  readonly nodeId: string;
  readonly origin: string;
}

interface Rule {
  readonly origin?: string;
  readonly nodeId?: string;
  readonly answer: 'allow' | 'deny' | 'throw' | 'odd';
}

/** The engine's options `webhooks.mayCall` and `webhooks.credentials`, as tests control them. */
export class NodesRules {
  private rules: readonly Rule[] = [];
  private asked = 0;
  private readonly thrown = new Set<string>();

  /** The options of `webhooks` that the flags stand for. */
  options(flags: NodesFlags, port: number): Partial<WebhookOptions> {
    if (!flags.nodes) return {};
    const { mayCall, credentials } = this;
    const callbackUrl = `http://127.0.0.1:${port}/v2/workflow/webhook-inbound/callback`;
    return { mayCall, credentials, ...(!flags['no-callback-url'] && { callbackUrl }) };
  }

  /** Replaces the rules of `mayCall`. The first that matches answers; without one, allow. */
  setRules(rules: readonly Rule[]): void {
    this.rules = rules;
  }

  readonly mayCall = ({ origin, nodeId }: AskedCall): boolean => {
    const rule = this.rules.find(
      (it) => (it.origin ?? origin) === origin && (it.nodeId ?? nodeId) === nodeId,
    );
    if (rule?.answer === 'throw') throw new Error('the rule of the test throws');
    if (rule?.answer === 'odd') return 'yes' as unknown as boolean;
    return rule?.answer !== 'deny';
  };

  readonly credentials = (name: string, asked: AskedCall): Record<string, string> => {
    const { workspaceId, definitionId, nodeId, origin } = asked;
    switch (name) {
      case 'conf-asked':
        return {
          authorization: 'Bearer asked',
          cookie: 'a=b',
          'x-asked': JSON.stringify({ workspaceId, definitionId, nodeId, origin }),
        };
      case 'conf-throws':
        throw new Error('a secret of the host');
      case 'conf-throws-once':
        if (this.isFirst(asked)) throw new Error('a secret of the host');
        return this.token();
      case 'conf-token':
        return this.token();
      default:
        throw new Error(`no credentials are named ${name}`);
    }
  };

  private token(): Record<string, string> {
    this.asked += 1;
    return { authorization: `Bearer conf-${this.asked}` };
  }

  private isFirst({ definitionId, nodeId }: AskedCall): boolean {
    const key = JSON.stringify([definitionId, nodeId]);
    const isFirst = !this.thrown.has(key);
    this.thrown.add(key);
    return isFirst;
  }
}

/** Commands of `--nodes`, for the calls of the host. */
export const nodesCalls = (rules: NodesRules) => ({
  mayCall: ({ rules: given }: HostBody) => rules.setRules(given),
});
