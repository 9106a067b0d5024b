import { useExecution } from '@org/approval-react';
import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import type { Order } from '../orders.js';
import { type Me, amountOf, myOrders, nameIn, order } from './host.js';

/** Orders of the signed-in user, and a form for new ones. */
export function Orders({ people }: { readonly people: Me['PEOPLE'] }) {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  const [fault, setFault] = useState('');
  const read = useCallback(() => void myOrders().then(setOrders), []);
  useEffect(read, [read]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wanted = { item: form.get('item') as string, amount: Number(form.get('amount')) };
    event.currentTarget.reset();
    const sent = order({ ...wanted, orderId: crypto.randomUUID() });
    sent.then(read).catch((error: unknown) => setFault(String(error)));
  };
  return (
    <section>
      <h2>Your orders</h2>
      <form className="ap-sheet" onSubmit={submit}>
        <div className="ap-field">
          <label htmlFor="item">What</label>
          <input className="ap-input" id="item" name="item" required maxLength={200} />
        </div>
        <div className="ap-field">
          <label htmlFor="amount">Amount</label>
          <input className="ap-input" id="amount" name="amount" type="number" min="1" required />
        </div>
        <button className="ap-btn" data-kind="primary">
          Order
        </button>
      </form>
      {fault !== '' && (
        <p className="ap-note" data-tone="no" role="alert">
          {fault}
        </p>
      )}
      <ul className="ap-items">
        {orders.map((it) => (
          <Row key={it.id} order={it} people={people} onMoved={read} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly order: Order;
  readonly people: Me['PEOPLE'];
  /** The run has gone on, and so has the row. */
  readonly onMoved: () => void;
}

/** A state is a sign and a word, and only then a color. */
const STATES: Readonly<Record<Order['status'], readonly [tone: string, sign: string, word: string]>> = {
  waiting: ['wait', '…', 'waiting'],
  approved: ['ok', '✓', 'approved'],
  rejected: ['no', '✗', 'rejected'],
  expired: ['no', '◷', 'expired'],
  stopped: ['no', '⊘', 'stopped'],
};

function Row({ order: { executionId, item, amount, status }, people, onMoved }: RowProps) {
  const { execution } = useExecution(executionId);
  const steps = execution?.steps ?? [];
  useEffect(onMoved, [steps.length, onMoved]);
  const open = steps.find((it) => it.status === 'waiting');
  const asked = (open?.people?.places ?? []).map(({ userId }) => nameIn(people, userId));
  const [tone, sign, word] = STATES[status];
  return (
    <li className="ap-item">
      <div className="ap-item-head">
        <h3 dir="auto">{item}</h3>
        <span className="ap-num">{amountOf(amount)}</span>
      </div>
      <p className="ap-row">
        <span className="ap-chip" data-tone={tone}>
          <span aria-hidden="true">{sign}</span> {word}
        </span>
        {asked.length > 0 && <span className="ap-2nd">{asked.join(' or ')} decides.</span>}
      </p>
    </li>
  );
}
