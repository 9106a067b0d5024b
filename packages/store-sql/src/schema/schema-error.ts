/** What is wrong with the tables of a database that answers. */
import { brand } from '@org/approval-internal/brand';

/** The tables are not those that this release works on; its message says what to do. A bundle may hold another copy: know it by its name. */
export class SchemaError extends Error {
  static {
    brand(SchemaError, '@org/approval-store-sql:SchemaError');
  }

  override readonly name = 'SchemaError';
}
