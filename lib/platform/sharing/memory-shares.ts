import { getHeapStatistics } from 'node:v8';
import { ApiError } from '../../core/errors';
import { settings } from '../env';
import { machineMemory } from '../machine';
import { processState } from '../process-state';

/**
 * Memory for what callers send, shared by account: the bytes of request bodies and of what is derived from them,
 * counted from their first byte to their last use.
 */

/** Limits in bytes. */
export type MemoryBounds = { perAccount: number; all: number };

/** Memory with its limits. Only this file uses its members. */
export type MemoryShares = {
  bounds: MemoryBounds;
  bytes: number;
  /** By account; those that use nothing are deleted when there are many. */
  accounts: Map<string, Share>;
  /** Large requests that are still arriving. */
  arriving: Set<MemoryLease>;
};

/** Memory that one request uses. Only this file uses its members. */
export type MemoryLease = {
  memory: MemoryShares;
  share: Share;
  bytes: number;
  /** Whether the request has ended, so that nothing more is counted. */
  closed: boolean;
  /** Ends the request while it is still arriving; null from `keepLease` on. */
  displace: ((reason: ApiError) => void) | null;
};

type Share = { bytes: number };

/**
 * How many copies of its body a request keeps at most: the body itself, the parsed value, and the text for the
 * upstream.
 */
export const COPIES_OF_BODY = 3;

const MEGABYTE = 1_000_000;
/** By default, this fraction of the machine's memory or of V8's heap, whichever is less. */
const PART_OF_MACHINE = 8;
const PART_OF_HEAP = 3;
/** An account's fraction of that, but never less than the largest body needs. */
const PART_PER_ACCOUNT = 4;
const LARGEST_BODY_BYTES = 120 * MEGABYTE;
/** A quarter more memory is reserved for requests up to this size. */
const SMALL_REQUEST_BYTES = 256_000;
const RESERVE_FOR_SMALL = 1.25;
const RETRY_AFTER_SECONDS = 5;
/** Above this number of accounts, those that use nothing are deleted. */
const MAX_ACCOUNTS = 10_000;

/** The memory of this process, limited by `REQUEST_MEMORY_MB`, or else by the machine. */
export function requestMemory(): MemoryShares {
  return processState('platform.request-memory', () => makeMemoryShares(boundsOf(settings().requestMemoryMegabytes)));
}

/** The limits of a process with this many megabytes for requests, or with as many as its machine allows. */
export function boundsOf(megabytes: number | undefined): MemoryBounds {
  const machine = machineMemory();
  const automatic = Math.min(machine / PART_OF_MACHINE, getHeapStatistics().heap_size_limit / PART_OF_HEAP);
  const all = Math.max(LARGEST_BODY_BYTES, megabytes === undefined ? automatic : megabytes * MEGABYTE);
  return { all, perAccount: Math.max(LARGEST_BODY_BYTES, all / PART_PER_ACCOUNT) };
}

/** Memory with these limits, all of it free. */
export function makeMemoryShares(bounds: MemoryBounds): MemoryShares {
  return { bounds, bytes: 0, accounts: new Map(), arriving: new Set() };
}

/**
 * Opens a lease of 0 bytes. The caller must call `closeLease` at the end.
 * @param account an account's ID, or an address if there is no account
 * @param displace ends the request while it is still arriving; called if the process is full and its account uses most
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
 * @throws ApiError RATE_LIMIT_EXCEEDED (429) above the account's limit, or PAYLOAD_TOO_LARGE (413) if this request
 *   alone is above it; MODEL_AT_CAPACITY (503) above the limit of the process; 429 and 503 with `Retry-After`. The
 *   bytes are not counted then
 */
export function addBytes(lease: MemoryLease, bytes: number): void {
  const { memory, share } = lease;
  if (lease.closed) return;
  if (share.bytes + bytes > memory.bounds.perAccount) throw accountFull(share.bytes === lease.bytes);
  const isSmall = lease.bytes + bytes <= SMALL_REQUEST_BYTES;
  const limit = isSmall ? memory.bounds.all * RESERVE_FOR_SMALL : memory.bounds.all;
  while (memory.bytes + bytes > limit) if (!displaceFor(memory, share.bytes + bytes)) throw processFull();
  memory.bytes += bytes;
  share.bytes += bytes;
  lease.bytes += bytes;
  if (!isSmall && lease.displace !== null) memory.arriving.add(lease);
}

/**
 * Counts bytes of an answer that is there already. They are never refused, because the answer is paid for: if they are
 * too many, the next requests are.
 */
export function countBytes(lease: MemoryLease, bytes: number): void {
  if (lease.closed) return;
  lease.memory.bytes += bytes;
  lease.share.bytes += bytes;
  lease.bytes += bytes;
}

/** Gives back bytes that were counted and are no longer used. */
export function freeBytes(lease: MemoryLease, bytes: number): void {
  if (lease.closed) return;
  releaseLease(lease, lease.bytes - bytes);
}

/**
 * Refuses a request for which its account has no memory left, before anything is counted.
 * @throws ApiError as `addBytes`
 */
export function checkBytes({ memory, share }: MemoryLease, bytes: number): void {
  if (share.bytes + bytes > memory.bounds.perAccount) throw accountFull(false);
}

/** To be called when all bytes have arrived: the request is no longer displaced for others. */
export function keepLease(lease: MemoryLease): void {
  lease.displace = null;
  lease.memory.arriving.delete(lease);
}

/** Releases everything for good: bytes that are added later do not count. */
export function closeLease(lease: MemoryLease): void {
  lease.closed = true;
  releaseLease(lease);
}

/** Releases what was counted so far, except `keptBytes`. Calling it again does nothing. */
export function releaseLease(lease: MemoryLease, keptBytes = 0): void {
  const bytes = Math.max(0, lease.bytes - keptBytes);
  lease.memory.bytes -= bytes;
  lease.share.bytes -= bytes;
  lease.bytes -= bytes;
  if (lease.displace !== null) lease.memory.arriving.delete(lease);
}

/** Ends the newest arriving request of the account that uses the most memory, if that is more than `usedBytes`. */
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
  if (accounts.size >= MAX_ACCOUNTS) {
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
