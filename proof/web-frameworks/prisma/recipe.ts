/** Prisma rows and a decision in one PostgreSQL transaction, in both directions. */
import type { ApprovalEngine, OnCommit } from '@org/approval-core';
import type { PgClient } from '@org/approval-store-sql';
import { PrismaPg } from '@prisma/adapter-pg';
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';

/** Transactions that Prisma starts itself are savepoints of the open one. */
const INSIDE: Readonly<Record<string, string>> = {
  BEGIN: 'savepoint prisma',
  COMMIT: 'release savepoint prisma',
  ROLLBACK: 'rollback to savepoint prisma; release savepoint prisma',
};

/** A pool for Prisma: one connection, which it neither opens nor releases. */
class OneConnection extends pg.Pool {
  constructor(client: pg.PoolClient) {
    super({ max: 1 });
    const query = (sent: { text: string }) => client.query({ ...sent, text: INSIDE[sent.text] ?? sent.text });
    const inside = { query, on: () => inside, removeListener: () => inside, release: () => undefined };
    Object.assign(this, { query, connect: async () => inside });
  }
}

const clients = new WeakMap<object, PrismaClient>();

/** Prisma on a connection with an open transaction. Created once per connection of the pool. */
export function prismaOn(client: pg.PoolClient, schema: string): PrismaClient {
  const known = clients.get(client);
  if (known !== undefined) return known;
  const made = new PrismaClient({ adapter: new PrismaPg(new OneConnection(client), { schema }) });
  clients.set(client, made);
  return made;
}

/** The engine's transaction first: the commit of every change writes the row. */
export const onCommitOf =
  (schema: string): OnCommit =>
  async ({ change, transaction }) => {
    const prisma = prismaOn(transaction.client as pg.PoolClient, schema);
    await prisma.invoice.create({ data: { execution: change.executionId, seq: change.seq } });
  };

const begun = new AsyncLocalStorage<{ client: pg.PoolClient | null }>();

/** A pool that reports the connection of Prisma's transaction. */
export class TellingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    const connect = super.connect.bind(this) as typeof this.connect;
    const telling = async () => {
      const client = await connect();
      const told = begun.getStore();
      if (told !== undefined) told.client = client;
      return client;
    };
    // A call with a callback comes from the store, not from Prisma.
    Object.assign(this, {
      connect: (callback?: never) => (callback === undefined ? telling() : connect(callback)),
    });
  }
}

/** Prisma's transaction first: `work` commits through `engine` and `tx` together, or not at all. */
export async function transactionOf<T>(
  prisma: PrismaClient,
  engine: ApprovalEngine<PgClient>,
  work: (
    tx: Prisma.TransactionClient,
    engine: ReturnType<ApprovalEngine<PgClient>['withTransaction']>,
  ) => Promise<T>,
): Promise<T> {
  const told: { client: pg.PoolClient | null } = { client: null };
  let committed = (): void => undefined;
  const done = await begun.run(told, () =>
    prisma.$transaction((tx) => {
      if (told.client === null) throw new Error('give PrismaPg a TellingPool');
      const joined = engine.withTransaction(told.client);
      committed = () => joined.committed();
      return work(tx, joined);
    }),
  );
  committed();
  return done;
}
