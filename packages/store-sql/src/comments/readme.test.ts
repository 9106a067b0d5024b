/**
 * The `put` that the README of comments shows for your own database, on PostgreSQL and with the
 * cases of our stores.
 */
import type { AnnotationStore, StoredRow } from '@org/approval-comments/server';
import { transform } from 'esbuild';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modules } from '../../../../scripts/docs.mjs';
import { ANNOTATION_CASES } from '../test-support/annotation-conformance.js';
import { allServers } from '../test-support/open.js';

type PutOver = (
  rows: (sql: string, ...values: unknown[]) => Promise<readonly unknown[]>,
) => AnnotationStore['put'];

async function putOfReadme(): Promise<PutOver> {
  const block = modules().find((it) => it.code.includes('export const putOver'));
  const { code } = await transform(block?.code ?? '', { loader: 'ts' });
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  return ((await import(/* @vite-ignore */ url)) as { putOver: PutOver }).putOver;
}

const TABLES = `
  create table threads (organization_id text, annotation_id text, revision int, thread text,
    position bigserial, primary key (organization_id, annotation_id));
  create table comments (organization_id text, annotation_id text, comment_id text, body text,
    primary key (organization_id, annotation_id, comment_id));`;

interface Thread {
  readonly annotation_id: string;
  readonly revision: number;
  readonly thread: string;
}
interface Comment {
  readonly comment_id: string;
  readonly body: string;
}
const rowOf = (json: string) => JSON.parse(json) as StoredRow;

/** `put` in a transaction, and as much of reading as the cases need. */
function storeOver(pool: pg.Pool, putOver: PutOver): AnnotationStore {
  const read = async (where: string, values: unknown[]) => {
    const { rows } = await pool.query<Thread>(`select * from threads ${where} order by position`, values);
    const found = rows.map(async ({ annotation_id: annotationId, revision, thread }) => {
      const of = `select * from comments where organization_id = $1 and annotation_id = $2`;
      const comments = (await pool.query<Comment>(of, [values[0], annotationId])).rows;
      return {
        ...{ annotationId, revision, thread: rowOf(thread) },
        comments: Object.fromEntries(comments.map((it) => [it.comment_id, rowOf(it.body)])),
      };
    });
    return Promise.all(found);
  };
  return {
    find: async ({ organizationId }) => {
      const threads = await read('where organization_id = $1', [organizationId]);
      return { threads: threads.filter((it) => it.thread.isDeleted !== true), next: null };
    },
    load: async ({ organizationId, annotationId }, commentIds) => {
      const where = 'where organization_id = $1 and annotation_id = $2';
      const [thread] = await read(where, [organizationId, annotationId]);
      if (thread === undefined) return null;
      const asked = Object.entries(thread.comments).filter(([key]) => commentIds.includes(key));
      return { ...thread, comments: Object.fromEntries(asked) };
    },
    put: async (put) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const rows = async (sql: string, ...values: unknown[]) =>
          (await client.query<object>(sql, values)).rows;
        const outcome = await putOver(rows)(put);
        await client.query('commit');
        return outcome;
      } finally {
        client.release();
      }
    },
  };
}

const servers = (await allServers()).filter((it) => it.name === 'PostgreSQL');
const CASES = [
  'writes the comments that are named, and no other',
  'writes only on the revision that was read',
  'of many that write at once one gets through',
];

describe.each(servers)('$name', (server) => {
  const schema = `readme_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  let pool: pg.Pool;
  let store: AnnotationStore;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await server.database();
    await database.query(`create schema ${schema}`);
    pool = new pg.Pool({ connectionString: database.url, max: 6, options: `-c search_path=${schema}` });
    await pool.query(TABLES);
    store = storeOver(pool, await putOfReadme());
    close = async () => {
      await pool.end();
      await database.query(`drop schema ${schema} cascade`);
      await database.close();
    };
  });
  afterAll(() => close());

  test.each(CASES)('%s', async (name) => {
    const run = ANNOTATION_CASES[name];
    expect(run).toBeDefined();
    await run?.({ stores: [store, store], organizationId: name });
  });
});
