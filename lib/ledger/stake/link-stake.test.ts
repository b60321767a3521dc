import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { database, type Database } from '../../platform/db';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import { findBalance } from '../read/balance/find-balance';
import { createTestAccount } from '../testing/test-account';
import { makeEvmReader } from './evm-reader';
import { linkStake } from './link-stake';
import type { StakeReader } from './reader';
import { setStake } from './set-stake';
import { startTestChain, type TestChain } from './test-chain';

let opened: Database;
let chain: TestChain;
const warnings: Record<string, unknown>[] = [];

beforeAll(async () => {
  const write = (line: string) => void warnings.push(JSON.parse(line) as Record<string, unknown>);
  processState('platform.log', () => createLogger('warn', { write }));
  [opened, chain] = await Promise.all([openTestDatabase(), startTestChain()]);
});
afterAll(async () => {
  await opened.close();
  await chain.stop();
});

const newWallet = () => `0x${newId().replaceAll('-', '').padEnd(40, 'e')}`;
const down: StakeReader = () => Promise.reject(new Error('down'));
const reads =
  (nano: bigint): StakeReader =>
  () =>
    Promise.resolve(nano);
const walletsOf = async (accountId: string) =>
  (
    await database().query<{ wallet: string | null }>(
      'select wallet_address as wallet from ledger_stake where account_id = $1',
      [accountId],
    )
  ).map(({ wallet }) => wallet);

it('reads the wallet’s stake from the chain immediately', async () => {
  const stakingAddress = await chain.deployStaking(6);
  const wallet = chain.wallets[0] ?? '0x';
  await chain.stake(stakingAddress, wallet, 2_500_000n);
  const accountId = await createTestAccount();
  const read = makeEvmReader({ stakingAddress, rpcUrl: chain.rpcUrl });
  expect(await linkStake({ accountId, walletAddress: wallet }, read)).toEqual({
    walletAddress: wallet.toLowerCase(),
    stakedNano: 2_500_000_000n,
    diemNano: 2_500_000_000n,
    reading: 'done',
  });
  expect((await findBalance(accountId)).diemNano).toBe(2_500_000_000n);
  expect(await walletsOf(accountId)).toEqual([wallet.toLowerCase()]);
});

it.each(['', '0x', 'alice.eth', `0x${'a'.repeat(39)}`, `0x${'a'.repeat(41)}`, `0x${'g'.repeat(40)}`, 'a'.repeat(42)])(
  'refuses "%s", which is not an address',
  async (walletAddress) => {
    const accountId = await createTestAccount();
    await expect(linkStake({ accountId, walletAddress })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await walletsOf(accountId)).toEqual([]);
  },
);

describe('one wallet', () => {
  it('counts for one account only, whatever its case', async () => {
    const wallet = newWallet();
    const [first, second] = [await createTestAccount(), await createTestAccount()];
    await linkStake({ accountId: first, walletAddress: wallet }, reads(8n));
    await setStake({ accountId: second, stakedNano: 3n });
    for (const walletAddress of [wallet, wallet.toUpperCase().replace('0X', '0x')]) {
      await expect(linkStake({ accountId: second, walletAddress }, reads(8n))).rejects.toMatchObject({
        code: 'CONFLICT',
        status: 409,
        message: 'This wallet is linked to another account.',
      });
    }
    expect([await findBalance(first), await findBalance(second)]).toMatchObject([{ diemNano: 8n }, { diemNano: 3n }]);
    expect(await walletsOf(second)).toEqual([null]);
  });

  it('is linked to one of twenty concurrent requests', async () => {
    const walletAddress = newWallet();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => createTestAccount()));
    const links = await Promise.allSettled(accounts.map((accountId) => linkStake({ accountId, walletAddress }, null)));
    expect(links.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('may be linked again to its own account', async () => {
    const [accountId, walletAddress] = [await createTestAccount(), newWallet()];
    await linkStake({ accountId, walletAddress }, reads(8n));
    expect(await linkStake({ accountId, walletAddress }, reads(9n))).toMatchObject({ stakedNano: 9n });
  });
});

describe('until the stake has been read', () => {
  it.each([
    ['no reader is set up', null, 'off', 0],
    ['the node is down', down, 'failed', 1],
  ] as const)(
    '(%s) a stake set by an operator stays, and so does the wallet’s earlier stake',
    async (_, read, reading, lines) => {
      warnings.length = 0;
      const [byHand, empty, accountId] = [
        await createTestAccount(),
        await createTestAccount(),
        await createTestAccount(),
      ];
      await setStake({ accountId: byHand, stakedNano: 5n });
      const link = (account: string) => linkStake({ accountId: account, walletAddress: newWallet() }, read);
      expect(await link(byHand)).toMatchObject({ stakedNano: 5n, diemNano: 5n, reading });
      expect(await link(empty)).toMatchObject({ stakedNano: 0n, diemNano: 0n, reading });
      expect(warnings).toHaveLength(2 * lines);

      const walletAddress = newWallet();
      await linkStake({ accountId, walletAddress }, reads(8n));
      expect(await linkStake({ accountId, walletAddress }, read)).toMatchObject({ stakedNano: 8n });
      // Another wallet's stake may count for another account by now.
      expect(await link(accountId)).toMatchObject({ stakedNano: 0n, diemNano: 0n });
    },
  );
});
