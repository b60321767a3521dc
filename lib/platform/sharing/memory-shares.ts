import { getHeapStatistics } from 'node:v8';
import { ApiError } from '../../core/errors';
import { settings } from '../env';
import { machineMemory } from '../machine';
import { processState } from '../process-state';

/**
 * Memory for what callers send, shared by account: the bytes of request bodies and what is made of them, counted from
 * their first byte to their last use.
 */

/** Bounds in bytes. */
export type MemoryBounds = { perAccount: number; all: number };

/** Memory with its bounds. Its members belong to this file. */
export type MemoryShares = {
  bounds: MemoryBounds;
  bytes: number;
  /** By account; those that use nothing are forgotten when there are many. */
  accounts: Map<string, Share>;
  /** Large requests that are still arriving. */
  arriving: Set<MemoryLease>;
};

/** Memory that one request uses. Its members belong to this file. */
export type MemoryLease = {
  memory: MemoryShares;
  share: Share;
  bytes: number;
  /** The request is over: nothing is counted any more. */
  closed: boolean;
  /** Ends the request while it is still arriving; null from `keepLease` on. */
  displace: ((reason: ApiError) => void) | null;
};

type Share = { bytes: number };

/**
 * What a request keeps of each byte that it sends, at most: the byte itself, the value that is made of it, and the text
 * that the upstream gets.
 */
export const COPIES_OF_BODY = 3;

const MEGABYTE = 1_000_000;
/** The default is a part of the machine's memory, and of V8's heap, whichever is less. */
const PART_OF_MACHINE = 8;
const PART_OF_HEAP = 3;
/** An account's part of the whole, but never less than the largest body needs. */
const PART_PER_ACCOUNT = 4;
const LARGEST_BODY_BYTES = 120 * MEGABYTE;
/** Requests up to this size still find memory when large ones have taken all of theirs: a quarter more. */
const SMALL_REQUEST_BYTES = 256_000;
const RESERVE_FOR_SMALL = 1.25;
const RETRY_AFTER_SECONDS = 5;
/** Accounts that are remembered although they use nothing. */
const MAX_REMEMBERED = 10_000;

/** The memory of this process: bounds from `REQUEST_MEMORY_MB`, else from the machine. */
export function requestMemory(): MemoryShares {
  return processState('platform.request-memory', () => makeMemoryShares(boundsOf(settings().requestMemoryMegabytes)));
}

/** The bounds of a process with so many megabytes for requests, or with as many as its machine allows. */
export function boundsOf(megabytes: number | undefined): MemoryBounds {
  const machine = machineMemory();
  const automatic = Math.min(machine / PART_OF_MACHINE, getHeapStatistics().heap_size_limit / PART_OF_HEAP);
  const all = Math.max(LARGEST_BODY_BYTES, megabytes === undefined ? automatic : megabytes * MEGABYTE);
  return { all, perAccount: Math.max(LARGEST_BODY_BYTES, all / PART_PER_ACCOUNT) };
}

/** Memory with these bounds, all of it free. */
export function makeMemoryShares(bounds: MemoryBounds): MemoryShares {
  return { bounds, bytes: 0, accounts: new Map(), arriving: new Set() };
}

/**
 * Opens a lease of 0 bytes. Whoever opens it calls `closeLease` at the end.
 * @param account an account's id, or an address where there is no account
 * @param displace ends a request that is still arriving, where the process is full and its account has the most
 */
export function openLease(
  memory: MemoryShares,
  account: string,
  displace: MemoryLease['displace'] = null,
): MemoryLease {
  return { memory, share: shareOf(memory, account), bytes: 0, closed: false, displace };
}

/**
 * Counts further bytes of a request.
 * @throws ApiError RATE_LIMIT_EXCEEDED (429) above the account's bound, or PAYLOAD_TOO_LARGE (413) where this request
 *   alone is above it; MODEL_AT_CAPACITY (503) above that of the process; 429 and 503 with `Retry-After`. Nothing is
 *   counted then
 */
export function addBytes(lease: MemoryLease, bytes: number): void {
  const { memory, share } = lease;
  if (lease.closed) return;
  if (share.bytes + bytes > memory.bounds.perAccount) throw accountFull(share.bytes === lease.bytes);
  const isSmall = lease.bytes + bytes <= SMALL_REQUEST_BYTES;
  const most = isSmall ? memory.bounds.all * RESERVE_FOR_SMALL : memory.bounds.all;
  while (memory.bytes + bytes > most) if (!displaceFor(memory, share.bytes + bytes)) throw processFull();
  memory.bytes += bytes;
  share.bytes += bytes;
  lease.bytes += bytes;
  if (!isSmall && lease.displace !== null) memory.arriving.add(lease);
}

/** Refuses a request for which its account has no memory left, before anything is counted. @throws ApiError as `addBytes` */
export function checkBytes({ memory, share }: MemoryLease, bytes: number): void {
  if (share.bytes + bytes > memory.bounds.perAccount) throw accountFull(false);
}

/** All bytes have arrived: from here on the request is not displaced for others any more. */
export function keepLease(lease: MemoryLease): void {
  lease.displace = null;
  lease.memory.arriving.delete(lease);
}

/** Gives everything back for good: what is added later does not count. */
export function closeLease(lease: MemoryLease): void {
  lease.closed = true;
  releaseLease(lease);
}

/** Gives back what was counted so far, but for what is kept. Calling it again does nothing. */
export function releaseLease(lease: MemoryLease, keptBytes = 0): void {
  const bytes = Math.max(0, lease.bytes - keptBytes);
  lease.memory.bytes -= bytes;
  lease.share.bytes -= bytes;
  lease.bytes -= bytes;
  if (lease.displace !== null) lease.memory.arriving.delete(lease);
}

/** Ends the newest request that is still arriving for the account that uses the most, where that is more than this. */
function displaceFor(memory: MemoryShares, usedBytes: number): boolean {
  let found: MemoryLease | null = null;
  for (const lease of memory.arriving) {
    if (lease.share.bytes > usedBytes && lease.share.bytes >= (found?.share.bytes ?? 0)) found = lease;
  }
  if (found === null) return false;
  const { displace } = found;
  releaseLease(found);
  keepLease(found);
  displace?.(processFull());
  return true;
}

function shareOf({ accounts }: MemoryShares, account: string): Share {
  const known = accounts.get(account);
  if (known) return known;
  if (accounts.size >= MAX_REMEMBERED) {
    for (const [name, { bytes }] of accounts) if (bytes === 0) accounts.delete(name);
  }
  const share: Share = { bytes: 0 };
  accounts.set(account, share);
  return share;
}

function accountFull(isAlone: boolean): ApiError {
  if (isAlone) {
    const message = 'This request needs more memory than an account may use here: send fewer or smaller media.';
    return new ApiError('PAYLOAD_TOO_LARGE', message);
  }
  const message = 'The requests of this account use too much memory at once. Wait until some of them are answered.';
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function processFull(): ApiError {
  const message = 'Too many large requests are being answered at once. Try again in a moment.';
  return new ApiError('MODEL_AT_CAPACITY', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
