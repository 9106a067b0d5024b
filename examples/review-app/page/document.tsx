import type { DocumentState } from './approvals.js';

/**
 * The document under review, and its state. The text is inline, so that the example loads nothing
 * else.
 */
const CLAUSES: readonly (readonly [title: string, text: string])[] = [
  [
    'Scope',
    'Northwind supplies Acme with the components listed in Annex A. Either party may propose changes to the annex in writing; a change takes effect once both parties have signed it.',
  ],
  [
    'Prices and payment',
    'Prices are fixed for twelve months from the date of signature. Invoices are payable within thirty days of receipt, without deduction.',
  ],
  [
    'Delivery',
    'Northwind delivers within ten working days of each order. Should a delivery be late by more than five working days, Acme may withdraw from that order.',
  ],
  [
    'Liability',
    'Each party is liable for damage that it causes by negligence, up to the total amount of the orders of the preceding year. Liability for intent is not limited.',
  ],
  [
    'Term',
    'This agreement runs for two years and is renewed for one year at a time, unless it is terminated with three months’ notice.',
  ],
];

interface DocumentProps {
  readonly state: DocumentState;
  /** False: how it stands was not read yet. */
  readonly isKnown: boolean;
}

export const Document = ({ state: { tone, label, detail }, isKnown }: DocumentProps) => (
  <article className="paper" aria-labelledby="title">
    <p className="kind">Contract 7</p>
    <h1 id="title">Supply agreement</h1>
    <p className="parties">between Acme GmbH and Northwind Ltd.</p>
    <p role="status" aria-label="State of the document" className="state" data-tone={tone}>
      {isKnown && (
        <>
          <strong>{label}</strong> {detail}
        </>
      )}
    </p>
    {CLAUSES.map(([title, text], index) => (
      <section key={title}>
        <h2>
          {index + 1}. {title}
        </h2>
        <p>{text}</p>
      </section>
    ))}
  </article>
);
