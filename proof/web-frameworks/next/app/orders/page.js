import { host } from '../../host.js';
import { order } from './actions.js';

export const dynamic = 'force-dynamic';

export default async function Orders() {
  const { engine } = await host();
  const { items } = await engine.executions.list();
  return (
    <main>
      <form action={order}>
        <input name="item" aria-label="What" />
        <button>Order</button>
      </form>
      <ul>
        {items.map(({ executionId, triggerContext, status }) => (
          <li key={executionId}>{`${triggerContext.item}: ${status}`}</li>
        ))}
      </ul>
    </main>
  );
}
