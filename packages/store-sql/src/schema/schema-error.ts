/** Error for wrong tables in a working database. */
import { brand } from '@org/approval-internal/brand';

/**
 * The tables do not fit this release; the message says what to do. A bundle may hold another copy:
 * check it by its name.
 */
export class SchemaError extends Error {
  static {
    brand(SchemaError, '@org/approval-store-sql:SchemaError');
  }

  override readonly name = 'SchemaError';
}
