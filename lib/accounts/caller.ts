import type { MemoryLease } from '../platform/sharing/memory-shares';
import type { ReplyMetadata } from '../core/reply-metadata';
import type { Wallet } from '../core/wallet';

/** The part of an account that requests need. Cached for a short time, so never the basis of a spending decision. */
export type Account = {
  id: string;
  /** `owner` is the first account of an installation: it may use the operator's routes. */
  role: 'owner' | 'member';
  /** Null if the account belongs to a wallet. */
  email: string | null;
  /** Class of rate limits (docs/api-rules.md, "Rate limits"); set by the owner. */
  tier: 'standard' | 'partner';
  /** Whether the account may use models reserved for Pro users; set by the owner. */
  pro: boolean;
  blocked: boolean;
  /** Incremented at a password change and at "sign out everywhere": older browser sessions end. */
  sessionVersion: number;
};

/**
 * The caller. A browser session has the rights of an ADMIN key, without a key's ID and limits; a wallet those of an
 * INFERENCE key, without them.
 */
export type Caller =
  | {
      kind: 'key';
      account: Account;
      keyId: string;
      keyType: 'ADMIN' | 'INFERENCE';
      modelPrivacy: ModelPrivacy;
      keyExpiresAt: Date | null;
    }
  | {
      kind: 'session';
      account: Account;
      /** When the user signed in, milliseconds since 1970; absent if unknown, which counts as long ago. */
      signedInAtMs?: number;
    }
  | {
      /** A signed header of a wallet whose credit an account holds: its own, or the one that it is linked to. */
      kind: 'wallet';
      account: Account;
      wallet: Wallet;
    }
  | {
      kind: 'anonymous';
      /** A wallet that has signed in and has no account: no credit was ever added. */
      wallet?: Wallet;
    };

/** A wallet that has signed in, with an account or without. */
export type WalletCaller =
  Extract<Caller, { kind: 'wallet' }> | (Extract<Caller, { kind: 'anonymous' }> & { wallet: Wallet });

/** A caller with an account, who may spend. */
export type AccountCaller = Exclude<Caller, { kind: 'anonymous' }>;

/** Which models a key may call (docs/api-rules.md, "Model access"). */
export type ModelPrivacy = 'ALL' | 'PRIVATE_TEXT' | 'PRIVATE_ONLY';

/** The address of a request’s client. */
export type ClientAddress = {
  /** The client's address; behind a trusted proxy, the forwarded one. */
  address: string;
  /** Whether the client is on this machine and no proxy is in between (no forwarding header). */
  direct: boolean;
};

/**
 * What a capability gets in addition to its parsed input: the caller, the request ID, the abort signal. `C` is narrowed
 * by the declaration's `auth`.
 */
export type RunContext<C extends Caller = AccountCaller> = {
  caller: C;
  client: ClientAddress;
  /** The signed payment of a request to add credit; null on every other endpoint, and without one. */
  payment?: string | null;
  /**
   * The client's country, ISO 3166-1 alpha-2 in capitals; null if it is unknown. Absent if the operator has named no header
   * that reports it: then nothing depends on it.
   */
  country?: string | null;
  /** The request id of the `cf-ray` header. */
  requestId: string;
  /** The id for the request's hold: the only link from the request to its hold (`newHoldId`). */
  holdId: string;
  /**
   * Must be called right before a hold: throws CONFLICT if another request has taken over this one's `Idempotency-Key`
   * in the meantime. Absent without such a key.
   */
  beforeHold?: () => Promise<void>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Filled by the run; `http` sends it in headers. */
  metadata: ReplyMetadata;
  /** Milliseconds since 1970 at which the request arrived. */
  arrivedAtMs: number;
  /** The memory that the request's body uses; code that fetches more data for it adds to it. Null without a body. */
  lease: MemoryLease | null;
};

/**
 * Whose own documents a request may search besides everybody's (docs/api-rules.md, "Your documents"): the account's for a
 * signed-in browser, nobody's (null) for keys and wallet signatures, which may be in the hands of others or in public
 * pages.
 */
export function documentOwnerOf(caller: AccountCaller): string | null {
  return caller.kind === 'session' ? caller.account.id : null;
}

/** The ID of the caller's key, or null for a browser session and a wallet. */
export function keyIdOf(caller: AccountCaller): string | null {
  return caller.kind === 'key' ? caller.keyId : null;
}
