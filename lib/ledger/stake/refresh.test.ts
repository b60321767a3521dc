import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { installDatabase, openDatabase, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres } from '../../platform/testing/test-postgres';
import { findBalance } from '../read/balance/find-balance';
import { createTestAccount } from '../testing/test-account';
import { makeEvmReader } from './evm-reader';
import type { StakeReader } from './reader';
import { refreshStakes, startStakeRefresh } from './refresh';
import { setStake } from './set-stake';
import { startTestChain, type TestChain } from './test-chain';

const DIEM = 1_000_000_000n;

let opened: Database;
let warnings: Record<string, unknown>[] = [];

beforeAll(async () => {
  const write = (line: string) => void warnings.push(JSON.parse(line) as Record<string, unknown>);
  processState('platform.log', () => createLogger('warn', { write }));
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  warnings = [];
  await opened.query('delete from ledger_stake');
});

const walletOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
/** An account linked to a wallet, with a stake from earlier. */
const linked = async (walletAddress: string, stakedNano = 0n) => {
  const accountId = await createTestAccount();
  await setStake({ accountId, stakedNano, walletAddress: walletAddress.toLowerCase() });
  return accountId;
};
const stakeOf = async (accountId: string) => (await findBalance(accountId)).stakedNano;

describe('a stake on a chain', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain.stop());

  const walletAt = (index: number) => {
    const wallet = chain.wallets[index];
    if (wallet === undefined) throw new Error(`The chain has no wallet ${index}.`);
    return wallet;
  };

  it.each([
    ['6 decimals', 6, 10n ** 6n],
    ['18 decimals', 18, 10n ** 18n],
    ['none named', undefined, 10n ** 18n],
  ])('is what the account may spend per day, whether it rises or falls (%s)', async (_, decimals, unit) => {
    const stakingAddress = await chain.deployStaking(decimals);
    const read = makeEvmReader({ stakingAddress, rpcUrl: chain.rpcUrl });
    const [wallet, other] = [walletAt(1), walletAt(2)];
    const [account, second] = [await linked(wallet), await linked(other)];

    await chain.stake(stakingAddress, wallet, 5n * unit + unit / 4n);
    expect(await refreshStakes(read)).toEqual({ read: 2, changed: 1, failed: 0 });
    expect(await findBalance(account)).toMatchObject({ diemNano: (525n * DIEM) / 100n, usdNano: 0n });

    await chain.stake(stakingAddress, wallet, -4n * unit);
    await chain.stake(stakingAddress, other, 3n * unit);
    expect(await refreshStakes(read)).toEqual({ read: 2, changed: 2, failed: 0 });
    expect((await findBalance(account)).diemNano).toBe((125n * DIEM) / 100n);
    expect((await findBalance(second)).diemNano).toBe(3n * DIEM);

    // Unstaking everything is a stake of 0, which was read and therefore applies.
    await chain.stake(stakingAddress, other, -3n * unit);
    expect(await refreshStakes(read)).toEqual({ read: 2, changed: 1, failed: 0 });
    expect(await findBalance(second)).toMatchObject({ diemNano: 0n, stakedNano: 0n });
    expect(await refreshStakes(read)).toEqual({ read: 2, changed: 0, failed: 0 });
    expect(warnings).toEqual([]);
  });

  it('stays as it was when the node is down', async () => {
    const own = await startTestChain();
    const stakingAddress = await own.deployStaking(18);
    const read = makeEvmReader({ stakingAddress, rpcUrl: own.rpcUrl });
    const wallet = walletAt(3);
    const account = await linked(wallet);
    await own.stake(stakingAddress, wallet, 7n * 10n ** 18n);
    expect(await refreshStakes(read)).toMatchObject({ changed: 1 });

    await own.stop();
    expect(await refreshStakes(read)).toEqual({ read: 0, changed: 0, failed: 1 });
    expect((await findBalance(account)).diemNano).toBe(7n * DIEM);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ failed: 1, accountId: account });
    expect(JSON.stringify(warnings[0])).toContain('ECONNREFUSED');
  });

  it('is not set from an address that is not a contract', async () => {
    const read = makeEvmReader({ stakingAddress: walletAt(4), rpcUrl: chain.rpcUrl });
    const account = await linked(walletAt(5), 2n * DIEM);
    expect(await refreshStakes(read)).toEqual({ read: 0, changed: 0, failed: 1 });
    expect(await stakeOf(account)).toBe(2n * DIEM);
    expect(warnings.map(({ msg }) => msg)).toEqual(['some stakes could not be refreshed and stay unchanged']);
    expect(JSON.stringify(warnings[0])).toContain('returned no data');
  });
});

describe('a round', () => {
  it('reads all accounts with a wallet, a few at a time', async () => {
    const accounts = await Promise.all(Array.from({ length: 150 }, (_, index) => linked(walletOf(index + 1))));
    const byHand = await createTestAccount();
    await setStake({ accountId: byHand, stakedNano: 4n });
    let under = 0;
    let most = 0;
    const read: StakeReader = async (wallet) => {
      most = Math.max(most, (under += 1));
      await sleep(1);
      under -= 1;
      return BigInt(wallet);
    };
    expect(await refreshStakes(read)).toEqual({ read: 150, changed: 150, failed: 0 });
    expect(await Promise.all(accounts.map(stakeOf))).toEqual(accounts.map((_, index) => BigInt(index + 1)));
    expect(await stakeOf(byHand)).toBe(4n);
    expect(most).toBe(8);
  });

  it('continues after unreadable ones, and logs that once', async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, (_, index) => linked(walletOf(index + 1), 9n)));
    const read: StakeReader = (wallet) =>
      BigInt(wallet) % 2n === 0n ? Promise.resolve(1n) : Promise.reject(new Error('odd'));
    expect(await refreshStakes(read)).toEqual({ read: 10, changed: 10, failed: 10 });
    expect(await Promise.all(accounts.map(stakeOf))).toEqual(accounts.map((_, index) => (index % 2 === 0 ? 9n : 1n)));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ failed: 10, read: 10, err: { message: 'odd' } });
  });

  it('ends after a batch in which nothing could be read', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => linked(walletOf(index + 1))));
    expect(await refreshStakes(() => Promise.reject(new Error('down')))).toEqual({ read: 0, changed: 0, failed: 64 });
    expect(warnings).toHaveLength(1);
  });

  it('begins where the last one stopped, so that unreadable accounts do not block others', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => ({ id: await linked(walletOf(index + 1)), index })),
    );
    accounts.sort((a, b) => (a.id < b.id ? -1 : 1));
    // All of the first ones fail.
    const unreadable = new Set(accounts.slice(0, 130).map(({ index }) => walletOf(index + 1)));
    const read: StakeReader = (wallet) =>
      unreadable.has(wallet) ? Promise.reject(new Error('unreadable')) : Promise.resolve(7n);
    const position = { after: '00000000-0000-0000-0000-000000000000' };
    const none = { read: 0, changed: 0, failed: 64 };
    expect(await refreshStakes(read, undefined, position)).toEqual(none);
    expect(position.after).toBe(accounts[63]?.id);
    expect(await refreshStakes(read, undefined, position)).toEqual(none);
    // Two that fail, twenty that can be read, and then from the beginning, where the whole next batch fails.
    expect(await refreshStakes(read, undefined, position)).toEqual({ read: 20, changed: 20, failed: 2 + 42 + 64 });
    expect(position.after).toBe(accounts[42 + 64 - 1]?.id);
    const good = accounts.slice(130).map(({ id }) => stakeOf(id));
    expect(await Promise.all(good)).toEqual(Array.from({ length: 20 }, () => 7n));
    // Once around, wherever it begins: none is skipped or read twice.
    unreadable.clear();
    expect(await refreshStakes(read, undefined, position)).toEqual({ read: 150, changed: 130, failed: 0 });
    expect(await refreshStakes(read, undefined, position)).toEqual({ read: 150, changed: 0, failed: 0 });
  });

  it('does not overwrite what was set while it read', async () => {
    const accounts = await Promise.all([1, 2, 3].map((index) => linked(walletOf(index), 5n)));
    const [byHand = '', moved = '', lowered = ''] = accounts;
    let pending = 3;
    let arrived: () => void = () => undefined;
    const allArrived = new Promise<void>((resolve) => (arrived = resolve));
    let resume: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (resume = resolve));
    const round = refreshStakes(async () => {
      if ((pending -= 1) === 0) arrived();
      await gate;
      return 100n;
    });
    await allArrived;
    await setStake({ accountId: byHand, stakedNano: 5n, walletAddress: null });
    await setStake({ accountId: moved, stakedNano: 5n, walletAddress: walletOf(9) });
    await setStake({ accountId: lowered, stakedNano: 1n, walletAddress: walletOf(3) });
    resume();
    expect(await round).toEqual({ read: 3, changed: 0, failed: 0 });
    expect(await Promise.all(accounts.map(stakeOf))).toEqual([5n, 5n, 1n]);
  });

  it.each(['PGlite', 'PostgreSQL'])('may run concurrently (%s)', async (kind) => {
    const server = kind === 'PostgreSQL' ? await startPostgres() : undefined;
    const there = server && (await openDatabase({ databaseUrl: server.url, dataDir: '' }));
    const accounts = await Promise.all(Array.from({ length: 30 }, (_, index) => linked(walletOf(index + 1))));
    const read: StakeReader = (wallet) => Promise.resolve(BigInt(wallet));
    const rounds = await Promise.all(Array.from({ length: 4 }, () => refreshStakes(read)));
    expect(rounds.reduce((sum, { changed }) => sum + changed, 0)).toBe(30);
    expect(await Promise.all(accounts.map(stakeOf))).toEqual(accounts.map((_, index) => BigInt(index + 1)));
    expect(warnings).toEqual([]);
    await there?.close();
    await server?.stop();
    if (there) installDatabase(opened);
  });
});

describe('the refresh of a process', () => {
  const A_MINUTE = 60_000;
  const TEN_MINUTES = 10 * A_MINUTE;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('begins immediately, repeats every ten minutes, and never overlaps', async () => {
    const account = await linked(walletOf(1));
    let calls = 0;
    let resume: () => void = () => undefined;
    const refresh = startStakeRefresh(async () => {
      calls += 1;
      await new Promise<void>((resolve) => (resume = resolve));
      return BigInt(calls);
    });
    await vi.waitFor(() => expect(calls).toBe(1));
    vi.advanceTimersByTime(3 * TEN_MINUTES);
    await sleep(50);
    expect(calls).toBe(1);
    resume();
    await vi.waitFor(async () => expect(await stakeOf(account)).toBe(1n));
    await sleep(20);

    // waitFor itself advances these timers a little.
    vi.advanceTimersByTime(TEN_MINUTES - A_MINUTE);
    await sleep(50);
    expect(calls).toBe(1);
    vi.advanceTimersByTime(A_MINUTE);
    await vi.waitFor(() => expect(calls).toBe(2));
    resume();
    await vi.waitFor(async () => expect(await stakeOf(account)).toBe(2n));

    await refresh.stop();
    vi.advanceTimersByTime(TEN_MINUTES);
    await sleep(50);
    expect(calls).toBe(2);
  });

  it('eventually reaches all accounts, however many cannot be read', async () => {
    const ids = (await Promise.all(Array.from({ length: 140 }, (_, index) => linked(walletOf(index + 1))))).sort();
    const rows = await opened.query<{ id: string; wallet: string }>(
      'select account_id as id, wallet_address as wallet from ledger_stake',
    );
    const last = rows.find(({ id }) => id === ids.at(-1))?.wallet;
    const refresh = startStakeRefresh((wallet) =>
      wallet === last ? Promise.resolve(3n) : Promise.reject(new Error('unreadable')),
    );
    await vi.waitFor(
      async () => {
        vi.advanceTimersByTime(TEN_MINUTES);
        expect(await stakeOf(ids.at(-1) ?? '')).toBe(3n);
      },
      { timeout: 20_000 },
    );
    await refresh.stop();
  });

  it('aborts reads in progress when it is stopped, without logging', async () => {
    const account = await linked(walletOf(1), 6n);
    let given: AbortSignal | undefined;
    const refresh = startStakeRefresh((_, signal) => {
      given = signal;
      return new Promise((_resolve, fail) => signal?.addEventListener('abort', () => fail(new Error('given up'))));
    });
    await vi.waitFor(() => expect(given).toBeDefined());
    await refresh.stop();
    expect(given?.aborted).toBe(true);
    expect(await stakeOf(account)).toBe(6n);
    expect(warnings).toEqual([]);
  });

  it('survives a database outage', async () => {
    const account = await linked(walletOf(1));
    await opened.query('alter table ledger_stake rename to ledger_stake_away');
    const refresh = startStakeRefresh(() => Promise.resolve(3n));
    await vi.waitFor(() => expect(warnings).toHaveLength(1));
    await opened.query('alter table ledger_stake_away rename to ledger_stake');
    vi.advanceTimersByTime(TEN_MINUTES);
    await vi.waitFor(async () => expect(await stakeOf(account)).toBe(3n));
    await refresh.stop();
  });

  it('does nothing if no reader is configured', async () => {
    const account = await linked(walletOf(1), 6n);
    const refresh = startStakeRefresh();
    vi.advanceTimersByTime(TEN_MINUTES);
    await refresh.stop();
    expect(await stakeOf(account)).toBe(6n);
    expect(vi.getTimerCount()).toBe(0);
  });
});
