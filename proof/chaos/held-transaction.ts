/** A transaction that reads once and stays open, so that newer row versions cannot be vacuumed. */
import Database from 'libsql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { StoreName } from './servers.js';

/** Ends the transaction. */
export type Release = () => Promise<void>;

export const HOLD: Readonly<Record<StoreName, (url: string) => Promise<Release>>> = {
  async sqlite(url) {
    const database = new Database(url.replace('sqlite:', ''));
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get();
    return async () => {
      database.exec('rollback');
      database.close();
    };
  },
  async postgres(url) {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('begin isolation level repeatable read');
    await client.query('select count(*) from pg_class');
    return () => client.end();
  },
  async mariadb(url) {
    const connection = await mysql.createConnection(url);
    await connection.query('start transaction with consistent snapshot');
    return () => connection.end();
  },
};
