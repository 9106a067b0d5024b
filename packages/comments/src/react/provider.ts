/** The root component, and what its children get from it. */
import {
  type ReactElement,
  type ReactNode,
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CommentsClient, type CommentsClientOptions, createCommentsClient } from '../client/client.js';
import type { Identity } from '../client/identity.js';
import { CommentsSetupError } from '../errors.js';
import type { DataProviders } from '../provider/provider.js';
import { liveProviders } from './live-providers.js';

/** Props of the provider component. */
export interface CommentsProviderProps {
  /**
   * Providers, as `setDataProviders` takes them. Read once for each user, since providers are set
   * before identify; functions and headers are called as the last render has them.
   */
  readonly dataProviders: DataProviders;
  /**
   * User who is signed in. Another userId or organizationId starts anew, with nothing of the one
   * before.
   */
  readonly user: Identity;
  /** The documents of the page; empty: none is known yet, and none is shown. */
  readonly documentIds: readonly string[];
  /** The client's service, clock and so on. Read once for each user. */
  readonly options: CommentsClientOptions;
  /** The part of the page that uses the client. */
  readonly children?: ReactNode;
}

/** State of reading the threads of the documents. */
export type CommentsStatus =
  | {
      /** Progress of reading: `loading`, `ready` or `failed`. */
      readonly status: 'loading';
    }
  | { readonly status: 'ready' }
  /** The service did not answer; what is known is shown. */
  | {
      readonly status: 'failed';
      /** Error that reading failed with. */
      readonly error: unknown;
    };

interface CommentsContext {
  readonly client: CommentsClient;
  readonly user: Identity;
  readonly documentIds: readonly string[];
  readonly state: CommentsStatus;
}

const Context = createContext<CommentsContext | null>(null);
const LOADING: CommentsStatus = { status: 'loading' };

/**
 * The root provider component: everything below it can use the hooks.
 *
 * @throws CommentsSetupError for a provider that cannot be registered.
 */
export function CommentsProvider(props: CommentsProviderProps): ReactElement {
  const { user, children } = props;
  const client = useClient(props);
  // A list that is written in the markup is another one in each render, and the same documents.
  const key = JSON.stringify(props.documentIds);
  const documentIds = useMemo(() => JSON.parse(key) as string[], [key]);
  // Belongs to one user and their documents. For the next user nothing has been read.
  const reading = useMemo(() => ({ client, documentIds }), [client, documentIds]);
  const [settled, setSettled] = useState<{ readonly of: unknown; readonly state: CommentsStatus }>();

  useEffect(() => {
    let isCurrent = true;
    const settle = (state: CommentsStatus) => {
      if (isCurrent) setSettled({ of: reading, state });
    };
    const isNone = reading.documentIds.length === 0;
    (isNone ? Promise.resolve() : reading.client.setDocuments(reading.documentIds)).then(
      () => settle({ status: 'ready' }),
      (error: unknown) => settle({ status: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [reading]);

  const state = settled?.of === reading ? settled.state : LOADING;
  const value = useMemo(() => ({ client, user, documentIds, state }), [client, user, documentIds, state]);
  return createElement(Context.Provider, { value }, children);
}

/** One client for each user: it is identified before any child can use it. */
function useClient({ options, dataProviders, user }: CommentsProviderProps): CommentsClient {
  const { userId, organizationId } = user;
  const latest = useRef(dataProviders);
  useEffect(() => {
    latest.current = dataProviders;
  }, [dataProviders]);
  const newClient = () => {
    const client = createCommentsClient(options);
    client.setDataProviders(liveProviders(() => latest.current));
    client.identify(user);
    return { client, userId, organizationId };
  };
  const [current, setCurrent] = useState(newClient);
  if (current.userId === userId && current.organizationId === organizationId) return current.client;
  const next = newClient();
  setCurrent(next);
  return next.client;
}

/** @throws CommentsSetupError outside of a CommentsProvider. */
export function useCommentsContext(): CommentsContext {
  const context = useContext(Context);
  if (context === null) throw new CommentsSetupError('Put a <CommentsProvider> around what uses comments.');
  return context;
}
