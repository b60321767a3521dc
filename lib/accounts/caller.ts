import type { MemoryLease } from '../platform/sharing/memory-shares';
import type { ReplyMetadata } from '../core/reply-metadata';

/** What an account is, as far as a request needs to know. Cached for a short time, so never a spending decision. */
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

/** Who calls. A browser session acts with the rights of an ADMIN key, without a key's id and limits. */
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
      /** When the person signed in, milliseconds since 1970; absent where that is unknown, which counts as long ago. */
      signedInAtMs?: number;
    }
  | { kind: 'anonymous' };

/** A caller with an account behind it: may spend. */
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
 * What a capability gets in addition to its parsed input: who calls, the request id, the abort signal.
 * `C` is narrowed by the declaration's `auth`.
 */
export type RunContext<C extends Caller = AccountCaller> = {
  caller: C;
  client: ClientAddress;
  /** The request id of the `cf-ray` header. */
  requestId: string;
  /** The id for the request's hold: the only link from the request to its hold (`newHoldId`). */
  holdId: string;
  /**
   * To be called right before money is held: throws CONFLICT if another request has taken over this one's
   * `Idempotency-Key` in the meantime. Absent without such a key.
   */
  beforeHold?: () => Promise<void>;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
  /** Filled by the run; `http` sends it in headers. */
  metadata: ReplyMetadata;
  /** Milliseconds since 1970 at which the request arrived. */
  arrivedAtMs: number;
  /** The memory that the request's body uses; code that fetches more data for it adds to it. Null without a body. */
  lease: MemoryLease | null;
};

/** The key's id of a caller, or null for a browser session. */
export function keyIdOf(caller: AccountCaller): string | null {
  return caller.kind === 'key' ? caller.keyId : null;
}
