/**
 * Limit of one packet on MySQL and MariaDB: a larger one ends the connection, often without an
 * error.
 */
import { ApprovalError } from '@org/approval-core';
import type { Value } from '../sql/dialect.js';

/** Every server accepts this size. */
const SAFE_BYTES = 1_000_000;
/** Overhead of a packet and of each value. */
const HEADS = 64;

type Sent = Value | Uint8Array;

export interface PacketRoom {
  /**
   * @param ask asks the server how much it takes; once, when it first matters.
   * @throws ApprovalError RESOURCE_EXHAUSTED for more than that, before it is sent.
   */
  check(values: readonly Sent[], ask: () => Promise<[unknown, unknown]>): Promise<void>;
}

export function packetRoom(): PacketRoom {
  let room: number | null = null;
  return {
    async check(values, ask) {
      const bytes = bytesOf(values);
      if (bytes <= SAFE_BYTES) return;
      room ??= Number(firstOf(await ask())['bytes']);
      if (bytes <= room) return;
      throw new ApprovalError(
        'RESOURCE_EXHAUSTED',
        `a part of the execution has ${bytes} bytes, and the limit of the database is ${room}; make it smaller, or raise max_allowed_packet`,
      );
    },
  };
}

function bytesOf(values: readonly Sent[]): number {
  let bytes = HEADS;
  for (const value of values) bytes += 16 + sizeOf(value);
  return bytes;
}

function sizeOf(value: Sent): number {
  if (value instanceof Uint8Array) return value.length;
  return typeof value === 'string' && value.length > 0 ? utf8Bytes(value) : 8;
}

/** Counting the bytes of short text costs more than an estimate loses. */
const utf8Bytes = (text: string): number => (text.length < 1_000 ? text.length * 3 : Buffer.byteLength(text));

const firstOf = ([rows]: [unknown, unknown]): Readonly<Record<string, unknown>> =>
  (rows as readonly Record<string, unknown>[])[0] ?? {};
