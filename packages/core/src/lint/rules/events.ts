/** Rules on event triggers (contract section 13). */
import type { ErrorCode } from '../../definition/issue.js';
import { contextTemplate, parseEventCondition } from '../../expression/host-event.js';
import { patternBudget } from '../../expression/pattern-size.js';
import type { LintModel } from '../model.js';
import type { Finding, Rule } from '../rule.js';

const eventsOf = ({ definition }: LintModel) =>
  (definition.triggers ?? []).flatMap(({ event }, index) =>
    event === undefined ? [] : [{ event, path: ['triggers', index, 'event'] }],
  );

type WhenCode = Extract<ErrorCode, `when-${string}`>;

const condition: Rule<WhenCode> = {
  codes: [],
  reads: 'element',
  check: (model) => {
    const patterns = patternBudget();
    return eventsOf(model).flatMap(({ event, path }): Finding<WhenCode>[] => {
      const parsed = event.when === undefined ? null : parseEventCondition(event.when, patterns);
      if (parsed === null || parsed.ok) return [];
      return parsed.faults.map((fault) => ({ ...fault, path: [...path, 'when', ...fault.path] }));
    });
  },
};

const context: Rule<'template-invalid'> = {
  codes: ['template-invalid'],
  reads: 'element',
  check: (model) =>
    eventsOf(model).flatMap(({ event, path }): Finding<'template-invalid'>[] => {
      const parsed = event.context === undefined ? null : contextTemplate(event.context);
      if (parsed === null || parsed.ok) return [];
      const { message } = parsed;
      return [{ code: 'template-invalid', message, path: [...path, 'context', ...parsed.path] }];
    }),
};

export const eventRules = [condition, context];
