/** Rules on what people see before they decide. */
import { LIMITS } from '../../definition/limits.js';
import { type PresentedText, pathsOf, presentedTexts } from '../presentations.js';
import type { Finding, Rule } from '../rule.js';

const templateInvalid: Rule<'template-invalid'> = {
  codes: ['template-invalid'],
  reads: 'element',
  *check(model) {
    const counts = new Map<string | undefined, number>();
    for (const text of presentedTexts(model)) {
      const paths = pathsOf(text);
      if (typeof paths === 'string') {
        yield findingAt(text, paths);
        continue;
      }
      const before = counts.get(text.nodeId) ?? 0;
      counts.set(text.nodeId, before + paths.length);
      const isFirstBeyond = before <= LIMITS.templatePaths && before + paths.length > LIMITS.templatePaths;
      if (isFirstBeyond) yield findingAt(text, `a presentation may have ${LIMITS.templatePaths} paths`);
    }
  },
};

const findingAt = ({ path, nodeId }: PresentedText, message: string): Finding<'template-invalid'> => ({
  code: 'template-invalid',
  message,
  path,
  ...(nodeId !== undefined && { nodeId }),
});

export const presentationRules = [templateInvalid];
