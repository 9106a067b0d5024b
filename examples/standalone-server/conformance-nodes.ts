/** The flags of `--nodes`: engine options for nodes that call, and what tests decide about them. */
import type { JsonObject } from '@org/approval-core';

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
  mayCall: (data: JsonObject) => rules.setRules(data['rules'] as unknown as readonly Rule[]),
});
