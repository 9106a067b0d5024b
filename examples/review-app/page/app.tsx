import { useMemo, useState } from 'react';
import { CommentsProvider } from '@org/approval-comments/react';
import { DOCUMENT_ID, ORGANIZATION, type Person, PEOPLE, type Session } from '../setting.js';
import { contentOf, structureOf, useSession } from './session.js';
import { Review } from './review.js';

export function App() {
  const [userId, setUserId] = useState('ada');
  const { session, isFailing, renew } = useSession(userId);
  return (
    <>
      <header className="bar">
        <p className="brand">Acme contracts</p>
        <WhoIsSignedIn userId={userId} people={PEOPLE} onChange={setUserId} />
      </header>
      {session === null ? (
        <main className="signing-in">
          {isFailing ? (
            <p role="alert" className="error">
              Signing in does not work. Is the server running? Trying again…
            </p>
          ) : (
            <p className="hint">Signing in…</p>
          )}
        </main>
      ) : (
        <Signed key={session.customerToken} session={session} onRefused={renew} />
      )}
    </>
  );
}

interface WhoProps {
  readonly userId: string;
  readonly people: readonly Person[];
  readonly onChange: (userId: string) => void;
}

const WhoIsSignedIn = ({ userId, people, onChange }: WhoProps) => (
  <label className="who">
    <span>Signed in as</span>
    <select value={userId} onChange={(event) => onChange(event.target.value)}>
      {people.map((it) => (
        <option key={it.userId} value={it.userId}>
          {it.name}
        </option>
      ))}
    </select>
  </label>
);

const DOCUMENTS = [DOCUMENT_ID];

interface SignedProps {
  readonly session: Session;
  readonly onRefused: () => void;
}

function Signed({ session, onRefused }: SignedProps) {
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
      <Review session={session} onRefused={onRefused} />
    </CommentsProvider>
  );
}
