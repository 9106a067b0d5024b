/** Standing grants: permission for calls to come. Times are ms since the epoch, durations ms. */
import type { JsonValue } from '@org/approval-core';
import type { Requester, RequesterRequest } from './permit.js';

/** What one argument must be: this value, one of these, or a number from the first to the second. */
export type ArgumentMatch =
  | {
      /** Exactly this JSON value. */
      eq: JsonValue;
    }
  | {
      /** One of 1 to 50 JSON values. */
      in: JsonValue[];
    }
  | {
      /** A number from the first to the second, both included. */
      between: [number, number];
    };

/** By argument; a call has exactly these arguments and no other. */
export type GrantMatch = Record<string, ArgumentMatch>;

/** Permission for calls to come: so many, until then, exactly such ones. */
export interface CreateGrantRequest {
  /** Whose calls. */
  requester: RequesterRequest;
  /** Which tool; no prefix. */
  tool: string;
  /** Which target, exactly; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls, 1 to 1,000, within the rule's cap. */
  maxUses: number;
  /** Until when, within the rule's cap. */
  expiresAt: number;
  /** Who grants it: one of the rule's people, never the principal. */
  createdBy: string;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
  /** Of whoever grants: the same again is the same grant, so that a lost answer never grants twice. 1 to 200 letters, digits and `: _ . -`. */
  idempotencyKey?: string | undefined;
}

/** Where a standing grant stands. */
export type GrantState = 'active' | 'used' | 'expired' | 'revoked';

/** A standing grant. */
export interface GrantView {
  /** Id of the grant. */
  grantId: string;
  /** Whose calls. */
  requester: Requester;
  /** Which tool. */
  tool: string;
  /** Which target; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls. */
  maxUses: number;
  /** Until when. */
  expiresAt: number;
  /** Who granted it. */
  createdBy: string;
  /** Why; null without. */
  reason: string | null;
  /** How many permits it granted. */
  uses: number;
  /** Where it stands. */
  state: GrantState;
}

/** A page of standing grants, newest first. */
export interface ListGrantsRequest {
  /** Only those of this program. */
  principal?: string | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** Which standing grant to take back. */
export interface RevokeGrantRequest {
  /** Id of the grant. */
  grantId: string;
  /** Who takes it back; in the history of the permits that go with it. */
  actorId: string;
}
