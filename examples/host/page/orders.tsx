import { useExecution } from '@org/approval-react';
import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import type { Order } from '../orders.js';
import { type Me, myOrders, order } from './host.js';

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
      <form onSubmit={submit}>
        <input name="item" aria-label="What" placeholder="What" required maxLength={200} />
        <input name="amount" aria-label="Amount" placeholder="Amount" type="number" min="1" required />
        <button>Order</button>
      </form>
      {fault !== '' && <p role="alert">{fault}</p>}
      <ul>
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

function Row({ order: { executionId, item, amount, status }, people, onMoved }: RowProps) {
  const { execution } = useExecution(executionId);
  const steps = execution?.steps ?? [];
  useEffect(onMoved, [steps.length, onMoved]);
  const open = steps.find((it) => it.status === 'waiting');
  const asked = (open?.people?.places ?? []).map(
    ({ userId }) => people.find((it) => it.userId === userId)?.name ?? userId,
  );
  return (
    <li>
      {item} for {amount}: {status}
      {asked.length > 0 && `, by ${asked.join(' or ')}`}
    </li>
  );
}
