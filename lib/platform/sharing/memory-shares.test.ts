import { describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import {
  addBytes,
  boundsOf,
  checkBytes,
  closeLease,
  countBytes,
  keepLease,
  makeMemoryShares,
  openLease,
  releaseLease,
} from './memory-shares';

const MEGABYTE = 1_000_000;
const open = (account: string, memory: ReturnType<typeof makeMemoryShares>) => openLease(memory, account);

/** Status and `Retry-After` of a refusal; null if nothing is refused. */
function refusal(work: () => void): [number, number | undefined] | null {
  try {
    work();
    return null;
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    return [thrown.status, thrown.options.retryAfterSeconds];
  }
}

describe('memory shared by account', () => {
  it('refuses an account above its limit with 429, and no other', () => {
    const memory = makeMemoryShares({ perAccount: 10 * MEGABYTE, all: 100 * MEGABYTE });
    const [one, two, other] = [open('greedy', memory), open('greedy', memory), open('modest', memory)];
    addBytes(one, 6 * MEGABYTE);
    expect(refusal(() => checkBytes(two, 5 * MEGABYTE))).toEqual([429, 5]);
    expect(refusal(() => addBytes(two, 5 * MEGABYTE))).toEqual([429, 5]);
    expect(refusal(() => addBytes(two, 4 * MEGABYTE))).toBeNull();
    expect(refusal(() => addBytes(other, 10 * MEGABYTE))).toBeNull();
    expect(memory.bytes).toBe(20 * MEGABYTE);
  });

  it('releases bytes once, however often it is called', () => {
    const memory = makeMemoryShares({ perAccount: 10 * MEGABYTE, all: 10 * MEGABYTE });
    const lease = open('one', memory);
    addBytes(lease, 10 * MEGABYTE);
    releaseLease(lease);
    releaseLease(lease);
    expect(memory.bytes).toBe(0);
    addBytes(lease, 3 * MEGABYTE);
    expect(memory.bytes).toBe(3 * MEGABYTE);
    closeLease(lease);
    addBytes(lease, MEGABYTE);
    expect(memory.bytes).toBe(0);
    expect(refusal(() => addBytes(open('one', memory), 11 * MEGABYTE))).toEqual([413, undefined]);
  });

  it('releases everything except what is kept', () => {
    const memory = makeMemoryShares({ perAccount: 10 * MEGABYTE, all: 10 * MEGABYTE });
    const lease = open('one', memory);
    addBytes(lease, 5 * MEGABYTE);
    releaseLease(lease, 2 * MEGABYTE);
    expect([memory.bytes, lease.bytes]).toEqual([2 * MEGABYTE, 2 * MEGABYTE]);
    releaseLease(lease, 3 * MEGABYTE);
    expect(memory.bytes).toBe(2 * MEGABYTE);
    closeLease(lease);
    expect(memory.bytes).toBe(0);
  });

  it('refuses with 503 if the process is full, and keeps a reserve for small requests', () => {
    const memory = makeMemoryShares({ perAccount: 10 * MEGABYTE, all: 10 * MEGABYTE });
    addBytes(open('one', memory), 10 * MEGABYTE);
    expect(refusal(() => addBytes(open('two', memory), MEGABYTE))).toEqual([503, 5]);
    for (let count = 0; count < 10; count += 1) addBytes(open('two', memory), 250_000);
    expect(refusal(() => addBytes(open('two', memory), 250_000))).toEqual([503, 5]);
  });

  it('displaces an arriving request of the account with the most memory for one with less, never the reverse', () => {
    const memory = makeMemoryShares({ perAccount: 8 * MEGABYTE, all: 10 * MEGABYTE });
    const ended: string[] = [];
    const arriving = (account: string, name: string) => {
      const lease = openLease(memory, account, () => ended.push(name));
      addBytes(lease, 4 * MEGABYTE);
      return lease;
    };
    arriving('greedy', 'first');
    keepLease(arriving('greedy', 'read completely'));
    const modest = openLease(memory, 'modest', () => ended.push('modest'));
    addBytes(modest, 3 * MEGABYTE);
    expect(ended).toEqual(['first']);
    expect(memory.bytes).toBe(7 * MEGABYTE);
    // A request that was read completely stays; the account with the most displaces nobody.
    expect(refusal(() => addBytes(open('greedy', memory), 4 * MEGABYTE))).toEqual([503, 5]);
    expect(ended).toEqual(['first']);
  });

  it('counts an answer that is there, and refuses what comes next', () => {
    const memory = makeMemoryShares({ perAccount: 3 * MEGABYTE, all: 8 * MEGABYTE });
    const answered = openLease(memory, 'one');
    countBytes(answered, 4 * MEGABYTE);
    expect(memory.bytes).toBe(4 * MEGABYTE);
    expect(refusal(() => addBytes(openLease(memory, 'one'), 1))).toEqual([429, 5]);
    closeLease(answered);
    countBytes(answered, MEGABYTE);
    expect(memory.bytes).toBe(0);
    addBytes(openLease(memory, 'one'), 1);
  });

  it('has default limits, never less than the largest request needs', () => {
    expect(boundsOf(1_000)).toEqual({ all: 1_000 * MEGABYTE, perAccount: 250 * MEGABYTE });
    expect(boundsOf(120)).toEqual({ all: 120 * MEGABYTE, perAccount: 120 * MEGABYTE });
    const { all, perAccount } = boundsOf(undefined);
    expect(all).toBeGreaterThanOrEqual(120 * MEGABYTE);
    expect(perAccount).toBeLessThanOrEqual(all);
  });
});
