/** Presentation of a request for a decision, as the author of a definition writes it. */
import * as z from 'zod';
import { LIMITS } from './limits.js';
import { factKind, factLabel, isShownUrl } from './presented.js';

export type * from './presentation.gen.js';

/** Roots of paths in the presentation of a definition, which is rendered with the dispatch. */
export const RUN_ROOTS = ['execution'] as const;
/** Roots of paths in the presentation of a node, which is rendered when its step starts. */
export const STEP_ROOTS = ['input', 'output', 'execution', 'step'] as const;

/** The linter reports the length and the paths of a template with their own code. */
const template = z.string();

/** A template is literal unless it contains a path. */
const address = template.refine((text) => text.includes('{{') || isShownUrl(text), {
  message: 'use an https: URL, or a path of the host that begins with one "/"',
});

const factPath = z
  .strictObject({ path: z.string().min(1).describe('Dot-path, as in `execution.input.amount`.') })
  .meta({ id: 'FactPath', description: 'Path whose value a fact shows as it is.' });

const factMoney = z
  .strictObject({
    amount: z.union([z.number(), template]).describe('Amount: a number, or a template.'),
    currency: template.describe('Currency, as in `EUR`; a template.'),
  })
  .meta({ id: 'FactMoney', description: 'Value of a fact of kind `money`.' });

const factLink = z
  .strictObject({
    href: address.describe('URL with `https:`, or a path of the host; a template.'),
    text: template.optional().describe('Text of the link; the address by default.'),
  })
  .meta({ id: 'FactLink', description: 'Value of a fact of kind `link`.' });

const factDiff = z
  .strictObject({
    before: template.describe('Text before the change.'),
    after: template.describe('Text after the change.'),
  })
  .meta({ id: 'FactDiff', description: 'Value of a fact of kind `diff`.' });

/** Kinds whose values are written part by part. */
const PARTS = { money: 'amount', link: 'href', diff: 'before' } as const;

const fact = z
  .strictObject({
    label: factLabel.describe('Label, up to 80 characters.'),
    value: z
      .union([template, factPath, factMoney, factLink, factDiff])
      .describe('Value: a template, the path of a value, or the parts of a `money`, `link` or `diff`.'),
    kind: factKind.optional().describe('Kind of the value; `text` by default.'),
  })
  .superRefine(({ kind, value }, context) => {
    if (typeof value === 'string' || 'path' in value) return;
    const fits = kind !== undefined && kind in PARTS && PARTS[kind as keyof typeof PARTS] in value;
    if (fits) return;
    const message = 'does not fit the kind; give a template, {path}, or the parts of the kind';
    context.addIssue({ code: 'custom', path: ['value'], message });
  })
  .meta({ id: 'DefinitionFact', description: 'A fact: a label and a value.' });

export const presentation = z
  .strictObject({
    title: template
      .min(1)
      .optional()
      .describe('Title, up to 200 characters once it is rendered; the name of the definition by default.'),
    facts: z.array(fact).max(LIMITS.facts).optional().describe('Facts, up to 20; none by default.'),
    url: address
      .optional()
      .describe('Address of the subject: an `https:` URL or a path of the host; a template.'),
  })
  .meta({
    id: 'DefinitionPresentation',
    description: 'Presentation of a request for a decision; text with `{{path}}`.',
  });
