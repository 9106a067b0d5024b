/** `authorize` and `visible` by rules that the tests set. */
import type { HostAccess } from '@org/approval-http';
import type { Visible } from '@org/approval-core';

interface Rule {
  readonly operation?: string;
  readonly sub?: string;
  readonly executionId?: string;
  readonly answer: 'allow' | 'deny' | 'throw' | 'odd';
}

export class HostRules {
  private rules: readonly Rule[] = [];
  private readonly seen = new Map<string, Visible>();

  setRules(rules: readonly Rule[]): void {
    this.rules = rules;
  }

  setVisible(sub: string, visible: Visible | null): void {
    if (visible === null) this.seen.delete(sub);
    else this.seen.set(sub, visible);
  }

  /** Options of the handler. */
  readonly access: Required<HostAccess> = {
    authorize: ({ operation, principal, execution }) => {
      const rule = this.rules.find(
        (it) =>
          (it.operation ?? operation) === operation &&
          (it.sub ?? principal.subject) === principal.subject &&
          (it.executionId === undefined || it.executionId === execution?.executionId),
      );
      if (rule?.answer === 'throw') throw new Error('a rule of the test throws');
      if (rule?.answer === 'odd') return 'perhaps' as never;
      return rule?.answer ?? 'allow';
    },
    visible: ({ principal: { subject } }) => this.seen.get(subject ?? '') ?? {},
  };
}
