import { useMemo, useState } from 'react';
import { CommentsProvider } from '@org/approval-comments/react';
import { DOCUMENT_ID, ORGANIZATION, PEOPLE, type Session } from '../setting.js';
import { Contract } from './contract.js';
import { contentOf, structureOf, useSession } from './session.js';
import { Thread } from './thread.js';

export function App() {
  const [userId, setUserId] = useState('ada');
  const session = useSession(userId);
  return (
    <>
      <header className="bar">
        <p className="brand">Acme contracts</p>
        <label className="who">
          Signed in as
          <select value={userId} onChange={(event) => setUserId(event.target.value)}>
            {PEOPLE.map((it) => (
              <option key={it.userId} value={it.userId}>
                {it.name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main className="review">
        <Contract />
        {session instanceof Error ? (
          <p role="alert" className="error">
            Signing in did not work. Is the server running?
          </p>
        ) : (
          session && <Comments key={session.customerToken} session={session} />
        )}
      </main>
    </>
  );
}

const DOCUMENTS = [DOCUMENT_ID];

function Comments({ session }: { readonly session: Session }) {
  const setUp = useMemo(
    () => ({
      dataProviders: { comment: contentOf(session) },
      options: { service: structureOf(session) },
      user: { ...session.user, organizationId: ORGANIZATION },
    }),
    [session],
  );
  return (
    <CommentsProvider {...setUp} documentIds={DOCUMENTS}>
      <Thread session={session} />
    </CommentsProvider>
  );
}
