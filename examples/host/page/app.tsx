import { createApprovalClient } from '@org/approval-client';
import { ApprovalProvider } from '@org/approval-react';
import { useEffect, useState } from 'react';
import { type Me, signIn, whoAmI } from './host.js';
import { Inbox } from './inbox.js';
import { Orders } from './orders.js';

// The cookie identifies the caller: the page has no key.
const client = createApprovalClient({ baseUrl: '/approvals', session: 'same-origin' });

export function App() {
  const [who, setWho] = useState<Me | null>(null);
  useEffect(() => void whoAmI().then(setWho), []);
  if (who === null) return <main />;
  const change = (userId: string) => void signIn(userId).then(() => location.reload());
  return (
    <main>
      <h1>Purchase orders</h1>
      <label>
        Signed in as{' '}
        <select value={who.me ?? ''} onChange={(event) => change(event.target.value)}>
          {who.me === null && <option value="">nobody yet</option>}
          {who.PEOPLE.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {who.me !== null && (
        <ApprovalProvider client={client}>
          <Inbox me={who.me} />
          <Orders people={who.PEOPLE} />
        </ApprovalProvider>
      )}
    </main>
  );
}
