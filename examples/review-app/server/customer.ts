/** The customer's server: the page, who is signed in, what people write, and the mails about it. */
import {
  type CommentMail,
  MailUnderWayError,
  ThreadNotFoundError,
  createCommentMailer,
} from '@org/approval-comments/mail';
import {
  type AnnotationStore,
  type HttpHeaders,
  createCommentBackend,
  recordOf,
} from '@org/approval-comments/server';
import { toExpress } from '@org/approval-comments/express';
import type { PartialCommentAnnotation } from '@org/approval-comments';
import { verifyStandard } from '@org/approval-webhooks';
import express, { type RequestHandler } from 'express';
import { APPROVALS, DOCUMENT_ID, ORGANIZATION, PEOPLE, type Person, type Session } from '../setting.js';
import type { Listening } from './listen.js';

export interface CustomerOptions {
  /** The folder of the built page. */
  readonly page: string;
  readonly content: AnnotationStore;
  readonly hookSecret: string;
  readonly sendMail: (mail: CommentMail) => Promise<void>;
  /** Returns the service's part of a session for a signed-in user. */
  readonly serviceFor: (user: Person) => Promise<Pick<Session, 'service'>>;
  /** Sends the document for approval; one that is under way stays the only one. */
  readonly startRun: () => Promise<string>;
}

export interface Customer {
  /** A token for what runs on the customer's side without a browser. */
  readonly token: string;
}

export function mountCustomer({ app }: Listening, options: CustomerOptions): Customer {
  const signedIn = new Map<string, Person>();
  const signIn = (user: Person): string => {
    const token = crypto.randomUUID();
    signedIn.set(token, user);
    return token;
  };
  const personOf = (headers: HttpHeaders) =>
    signedIn.get(String(headers.authorization).replace('Bearer ', ''));

  const backend = createCommentBackend({
    store: options.content,
    basePath: '/comments',
    callerOf: (headers) => {
      const user = personOf(headers);
      return user ? { userId: user.userId, isSystem: user === APPROVALS } : null;
    },
    authorize: ({ organizationId, documentId }) =>
      organizationId === ORGANIZATION && documentId === DOCUMENT_ID,
    // Names come from the accounts, not from the page.
    accountsOf: async (userIds) =>
      new Map(
        [...PEOPLE, APPROVALS]
          .filter((it) => userIds.includes(it.userId))
          .map((it) => [it.userId, { ...it }]),
      ),
  });
  app.use('/comments', toExpress(backend));
  app.post('/hooks/comments', express.raw({ type: () => true }), webhookReceiver(options));
  // For development only: the user is not verified. Your system asks for a password, or has a
  // session already.
  app.post('/session', express.json(), async (request, response) => {
    const { userId } = request.body as { userId?: unknown };
    const user = PEOPLE.find((it) => it.userId === userId);
    if (user === undefined) {
      response.status(400).json({ message: 'this userId does not exist' });
      return;
    }
    const session: Session = {
      user,
      customerToken: signIn(user),
      ...(await options.serviceFor(user)),
    };
    response.set('cache-control', 'no-store').json(session);
  });
  app.post('/runs', async ({ headers }, response) => {
    if (personOf(headers) === undefined) response.sendStatus(401);
    else response.json({ executionId: await options.startRun() });
  });
  app.use(express.static(options.page));
  return { token: signIn(APPROVALS) };
}

function webhookReceiver({ content, hookSecret, sendMail }: CustomerOptions): RequestHandler {
  const addresses = new Map([...PEOPLE, APPROVALS].map((it) => [it.userId, it]));
  const mailer = createCommentMailer({
    load: async ({ annotationId }) => {
      const { threads } = await content.find({
        organizationId: ORGANIZATION,
        annotationIds: [annotationId],
      });
      return (threads[0] ? recordOf(threads[0]) : null) as PartialCommentAnnotation | null;
    },
    addressesOf: async (userIds) =>
      new Map(userIds.flatMap((id) => (addresses.has(id) ? [[id, addresses.get(id) as Person]] : []))),
    mayRead: (userId, { documentId }) =>
      PEOPLE.some((it) => it.userId === userId) && documentId === DOCUMENT_ID,
    documentOf: async () => ({ name: 'Contract 7' }),
    // That a step has ended is an update of its comment, and no news worth a mail.
    isMailed: ({ actionType }) => actionType === 'newlyAdded' || actionType === 'added',
    send: sendMail,
  });
  return async ({ body, headers }, response) => {
    const bytes = new Uint8Array(body as Buffer);
    const checked = await verifyStandard({ body: bytes, headers }, [hookSecret], { now: Date.now() });
    if (!checked.ok) {
      response.sendStatus(401);
      return;
    }
    try {
      await mailer(JSON.parse(new TextDecoder().decode(bytes)));
      response.sendStatus(204);
    } catch (error) {
      if (!(error instanceof ThreadNotFoundError || error instanceof MailUnderWayError)) throw error;
      response.sendStatus(503); // not there yet, or under way: it has to come again
    }
  };
}
