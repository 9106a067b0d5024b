/** A presentation with its values: as a dispatch gives it, as runs store it, as views show it. */
import { parseUrl } from '@org/approval-internal/parse-url';
import * as z from 'zod';
import { digest } from './identifiers.js';
import { LIMITS } from './limits.js';

import type { PresentationValues } from './presented.gen.js';

export type * from './presented.gen.js';

/** Kinds of facts. */
export const FACT_KINDS = [
  'text',
  'number',
  'money',
  'date',
  'datetime',
  'duration',
  'user',
  'link',
  'code',
  'diff',
] as const;

export const factKind = z.enum(FACT_KINDS);
export const factLabel = z.string().min(1).max(LIMITS.factLabelLength);

/** Characters that browsers drop from addresses, or read as a slash. */
// eslint-disable-next-line no-control-regex -- browsers drop control characters
const CHANGED = /[\u0000-\u0020\u007f\\]/;

/** True for an `https:` URL, and for a path that stays on the host. */
export function isShownUrl(text: string): boolean {
  if (text.length > LIMITS.urlLength || CHANGED.test(text)) return false;
  if (text.startsWith('/')) return !text.startsWith('//');
  return /^https:\/\/[^/]/i.test(text) && parseUrl(text) !== null;
}

const shownUrl = z
  .string()
  .refine(isShownUrl, 'use an https: URL, or a path of the host that begins with one "/"');

const title = z.string().min(1).max(LIMITS.nameLength);

export const money = z
  .strictObject({
    amount: z
      .union([z.number(), z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/, 'give a decimal number')])
      .describe('Amount: a number, or a decimal number as text.'),
    currency: z.string().min(1).max(LIMITS.currencyLength).describe('Currency, as in `EUR`.'),
  })
  .meta({ id: 'Money', description: 'An amount of money.' });

const link = z
  .strictObject({
    href: shownUrl.describe('URL with `https:`, or a path of the host.'),
    text: z.string().describe('Text of the link.'),
  })
  .meta({ id: 'PresentedLink', description: 'A link.' });

const diff = z
  .strictObject({
    before: z.string().nullable().describe('Text before the change; null if it is missing.'),
    after: z.string().nullable().describe('Text after the change; null if it is missing.'),
  })
  .meta({ id: 'PresentedDiff', description: 'A change of a text.' });

const value = z.union([z.string(), z.number(), z.boolean(), money, link, diff]).nullable();

/** Kinds with a value of their own shape; any other value is shown as text. */
const SHAPES: { readonly [K in (typeof FACT_KINDS)[number]]: z.ZodType } = {
  text: z.union([z.string(), z.number(), z.boolean()]),
  number: z.number(),
  money,
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  datetime: z.union([z.number(), z.iso.datetime({ offset: true, local: true })]),
  duration: z.number(),
  user: z.string(),
  link,
  code: z.string(),
  diff,
};

/** True if the value has the shape of its kind. */
export const fitsKind = (kind: (typeof FACT_KINDS)[number], given: unknown): boolean =>
  SHAPES[kind].safeParse(given).success;

const factShape = {
  label: factLabel.describe('Label.'),
  value: value.describe('Value, in the shape of its kind; null if it is missing.'),
  kind: factKind.optional().describe('Kind of the value; `text` by default.'),
};

export const fact = z
  .object({ ...factShape, missing: z.literal(true).optional().describe('True if the value is missing.') })
  .meta({ id: 'Fact', description: 'A fact: a label and a value.' });

const factGiven = z
  .strictObject(factShape)
  .superRefine(({ kind = 'text', value: given }, context) => {
    if (given === null || fitsKind(kind, given)) return;
    context.addIssue({ code: 'custom', path: ['value'], message: `does not fit the kind "${kind}"` });
  })
  .meta({ id: 'FactValues', description: 'A fact: a label and a value.' });

const cell = z.union([z.string(), z.number(), money]);
const table = z
  .strictObject({
    columns: z.array(z.string()).min(1).max(LIMITS.tableColumns).describe('Headings, 1 to 8.'),
    rows: z
      .array(z.array(cell).max(LIMITS.tableColumns))
      .max(LIMITS.tableRows)
      .describe('Rows, up to 50, each with a cell per column.'),
  })
  .refine((it) => it.rows.every((row) => row.length === it.columns.length), {
    path: ['rows'],
    message: 'give each row one cell per column',
  })
  .meta({ id: 'PresentedTable', description: 'A table of texts, numbers and amounts.' });

const document = z
  .strictObject({
    title: title.describe('Title of the document.'),
    href: shownUrl.describe('URL with `https:`, or a path of the host.'),
    digest: digest.optional().describe('Digest of its content, as in `sha256:…`.'),
    bytes: z.int().min(0).optional().describe('Size in bytes.'),
  })
  .meta({ id: 'PresentedDocument', description: 'A document to read before the decision.' });

/** Plain values of a dispatch, a question or a revision. They are never templates. */
export const presentationValues = z
  .strictObject({
    title: title.optional().describe('Title, up to 200 characters; the name of the definition by default.'),
    facts: z.array(factGiven).max(LIMITS.facts).optional().describe('Facts, up to 20; none by default.'),
    url: shownUrl.optional().describe('Address of the subject: an `https:` URL or a path of the host.'),
    amount: money.optional().describe('Amount, shown large beside the title.'),
    table: table.optional().describe('Table of up to 8 columns and 50 rows.'),
    documents: z.array(document).max(LIMITS.documents).optional().describe('Documents, up to 10.'),
  })
  .meta({ id: 'PresentationValues', description: 'Presentation of a request for a decision, up to 16 KiB.' });

/** True for plain values of a presentation. */
export const isPresentation = (given: unknown): given is PresentationValues =>
  presentationValues.safeParse(given).success;

export const presented = z
  .object({
    title: z.string().describe('Title.'),
    facts: z.array(fact).describe('Facts, in order.'),
    url: z.string().nullable().describe('Address of the subject; null without one.'),
    amount: money.nullable().describe('Amount, shown large beside the title; null without one.'),
    table: table.nullable().describe('Table; null without one.'),
    documents: z.array(document).describe('Documents; empty without any.'),
    cut: z.literal(true).optional().describe('True if rows at the end were left out, to fit 16 KiB.'),
  })
  .meta({
    id: 'Presentation',
    description: 'Presentation of a request for a decision. All strings are plain text.',
  });
