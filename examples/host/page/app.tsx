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
    <>
      <header className="ap-top">
        <h1>Purchase orders</h1>
        <label className="ap-who">
          Signed in as{' '}
          <select className="ap-input" value={who.me ?? ''} onChange={(event) => change(event.target.value)}>
            {who.me === null && <option value="">Choose a person</option>}
            {who.PEOPLE.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main className="ap-main">
        {who.me === null ? (
          <p className="ap-empty">Choose a name to sign in.</p>
        ) : (
          <ApprovalProvider client={client}>
            <Inbox me={who.me} people={who.PEOPLE} />
            <Orders people={who.PEOPLE} />
          </ApprovalProvider>
        )}
      </main>
    </>
  );
}
