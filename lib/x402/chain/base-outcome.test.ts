import { encodeFunctionData, parseAbi, parseSignature } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTRACTS, MULTICALL, USDC_ON_BASE } from '../../../scripts/chains/contracts';
import { INVALID_PARAMS, rpcError } from '../../../scripts/chains/rpc-json';
import { BASE } from '../../core/wallet';
import type { Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { openTestDatabase } from '../../platform/testing/test-database';
import type { EvmPayload } from '../payment/evm-payment';
import { facilitatorFor } from '../facilitator/facilitator';
import { type Payment, parsePayment, requirementsOf } from '../payment/payment';
import { callOf, submitAsOutsider } from '../test-authorization';
import { newEvmPayer, startTestNetworks, type TestNetworks } from '../test-networks';
import { findBaseOutcome } from './base-outcome';
import { askOf, walletNode } from './node';
import type { NotedPayment } from './noted-payment';
import { findOutcome } from './outcome';
import { note } from './test-noted';

let database: Database;
let networks: TestNetworks;
let faults: TestNetworks['base']['faults'];

beforeAll(async () => {
  [database, networks] = await Promise.all([openTestDatabase(), startTestNetworks()]);
  ({ faults } = networks.base);
});
afterEach(() => {
  faults.clear();
  settings().wallets.confirmations = 1;
});
afterAll(async () => {
  await networks.stop();
  await database.close();
});

const UNKNOWN = { state: 'unknown' };
const IMPOSSIBLE = { state: 'impossible', reason: expect.any(String) as string };
const CANCEL = parseAbi(['function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)']);
const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC_ON_BASE } as const;

async function noted(
  amountMicro?: bigint,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
  maxTimeoutSeconds = 40_000,
) {
  const payer = await newEvmPayer(networks.base, account);
  // Valid for hours: some tests set the clock of the chain forward.
  const payment = await parsePayment(await payer.header(amountMicro, { maxTimeoutSeconds }));
  const requirements = requirementsOf(payment);
  const settle = async () => {
    const settled = await facilitatorFor(BASE).settle(payment, requirements, () => Promise.resolve());
    if (!settled.isSettled) throw new Error(settled.reason);
    return settled.transactionId as `0x${string}`;
  };
  return { account, payment, kept: await note(payment, requirements), settle };
}

/** The outcome, if so many blocks are searched at once. */
const search = (kept: NotedPayment, blocksPerSearch: bigint) =>
  findBaseOutcome(kept, askOf(walletNode(BASE, networks.base.rpcUrl)), { blocksPerSearch });

/** The node refuses to search more blocks at once. */
function refuseRanges(most: bigint) {
  faults.lie('eth_getLogs', (truth, [filter]) => {
    const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string };
    if (fromBlock === undefined || toBlock === undefined) return truth;
    if (BigInt(toBlock) - BigInt(fromBlock) < most) return truth;
    throw rpcError(INVALID_PARAMS, `eth_getLogs is limited to a ${most} range`);
  });
}

/** Makes as many blocks as a failure needs after the one with its proof. */
const untilFinal = () => faults.mine(9);

/** Sends a transaction from an account that is not ours. */
async function sendAsOutsider(to: `0x${string}`, data: `0x${string}`): Promise<`0x${string}`> {
  const { client } = networks.base;
  const [outsider] = await client.getAddresses();
  const hash = await client.sendTransaction({ account: outsider ?? null, to, data });
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
  return hash;
}

/** As the payer, with an outsider's transaction. */
async function cancel(account: PrivateKeyAccount, payment: Payment): Promise<void> {
  const { nonce, from } = (payment.payload as EvmPayload).authorization;
  const types = {
    CancelAuthorization: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
  };
  const message = { authorizer: from, nonce };
  const signature = await account.signTypedData({ domain: DOMAIN, types, primaryType: 'CancelAuthorization', message });
  const { r, s, v = 27n } = parseSignature(signature);
  await sendAsOutsider(USDC_ON_BASE, encodeFunctionData({ abi: CANCEL, args: [from, nonce, Number(v), r, s] }));
}

/** The payment’s nonce, signed by its payer for another receiver. */
async function signedForAnother({ account, payment }: Pick<Awaited<ReturnType<typeof noted>>, 'account' | 'payment'>) {
  const { authorization } = payment.payload as EvmPayload;
  const accomplice = privateKeyToAccount(generatePrivateKey()).address;
  const { value, validAfter, validBefore, nonce } = authorization;
  const types = {
    TransferWithAuthorization: [
      ...['from', 'to'].map((name) => ({ name, type: 'address' })),
      ...['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' })),
      { name: 'nonce', type: 'bytes32' },
    ],
  };
  const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  const message = { from: account.address, to: accomplice, value: BigInt(value), ...times, nonce };
  const primaryType = 'TransferWithAuthorization';
  const signature = await account.signTypedData({ domain: DOMAIN, types, primaryType, message });
  return { ...payment, payload: { signature, authorization: { ...authorization, to: accomplice } } } as Payment;
}

describe('a payment has arrived', () => {
  it.each([
    ['by the transaction that is known', (id: string) => id],
    ['and is found without one', () => null],
    ['although another transaction is taken for it', () => `0x${'1'.repeat(64)}`],
    ['although nonsense is taken for it', () => 'nonsense'],
  ])('%s', async (_, noteId) => {
    const { kept, settle } = await noted(6_000_000n);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    const transactionId = await settle();
    const found = await findOutcome({ ...kept, transactionId: noteId(transactionId) });
    expect(found).toEqual({ state: 'paid', transactionId, amountMicro: 6_000_000n });
  });

  it('although another payment’s transaction is taken for it', async () => {
    const [one, other] = [await noted(), await noted()];
    const [transactionId, another] = [await one.settle(), await other.settle()];
    expect(await findOutcome({ ...one.kept, transactionId: another })).toMatchObject({ state: 'paid', transactionId });
  });

  it('by somebody else, who was faster than us', async () => {
    const { payment, kept, settle } = await noted();
    const transactionId = await sendAsOutsider(USDC_ON_BASE, callOf(payment));
    await expect(settle()).rejects.toThrow('nonce_already_used');
    expect(await findOutcome(kept)).toEqual({ state: 'paid', transactionId, amountMicro: 5_000_000n });
  });

  it('in a block that is removed: it has not arrived anymore', async () => {
    const { kept, settle } = await noted();
    const before = await faults.snapshot();
    await settle();
    expect(await findOutcome(kept)).toMatchObject({ state: 'paid' });
    await faults.revert(before);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    await settle();
    expect(await findOutcome(kept)).toMatchObject({ state: 'paid' });
  });

  it('although its receipts cannot be read: those of payers’ contracts may be larger than what is read of an answer', async () => {
    const { kept, settle } = await noted();
    const transactionId = await settle();
    faults.lie('eth_getTransactionReceipt', (truth) => ({ ...(truth as object), more: 'x'.repeat(1024 * 1024) }));
    const paid = { state: 'paid', transactionId, amountMicro: 5_000_000n };
    expect(await findOutcome(kept)).toEqual(paid);
    expect(await findOutcome({ ...kept, transactionId })).toEqual(paid);
  });

  it('many blocks after it was noted: nodes search only so many at once', async () => {
    const { kept, settle } = await noted();
    await faults.mine(50);
    const transactionId = await settle();
    const calls = faults.callsOf('eth_getLogs');
    expect(await search(kept, 5n)).toMatchObject({ state: 'paid', transactionId });
    // Each range in one call, and then the block.
    expect(faults.callsOf('eth_getLogs') - calls).toBeGreaterThan(12);
  });
});

describe('a payment that somebody else has submitted is found by the logs', () => {
  const submit = async () => {
    const { payment, kept } = await noted();
    await faults.mine(40);
    const transactionId = await sendAsOutsider(USDC_ON_BASE, callOf(payment));
    return { kept, paid: { state: 'paid', transactionId, amountMicro: 5_000_000n } };
  };

  it.each([80n, 25n, 10n])('of a node that searches %i blocks at once', async (most) => {
    const { kept, paid } = await submit();
    await faults.mine(60);
    refuseRanges(most);
    expect(await findOutcome(kept)).toEqual(paid);
  });

  it('in few calls, however long ago that was', async () => {
    const { kept, paid } = await submit();
    await faults.mine(100);
    const calls = faults.callsOf('eth_getLogs');
    expect(await search(kept, 100n)).toEqual(paid);
    // The range, and the block.
    expect(faults.callsOf('eth_getLogs')).toBe(calls + 2);
  });

  it('and the log has the cause while the node refuses every search', async () => {
    const { kept, paid } = await submit();
    refuseRanges(5n);
    const warn = vi.spyOn(log, 'warn');
    expect(await findOutcome({ ...kept, id: 'payment-1' })).toEqual(UNKNOWN);
    const [[logged] = []] = warn.mock.calls;
    expect(logged).toEqual({ paymentId: 'payment-1', network: BASE, cause: 'eth_getLogs is limited to a 5 range' });
    warn.mockRestore();
    faults.clear();
    expect(await findOutcome(kept)).toEqual(paid);
  });
});

describe('a payment never arrives', () => {
  it('if the payer has canceled it', async () => {
    const { account, payment, kept } = await noted();
    await cancel(account, payment);
    await untilFinal();
    expect(await findOutcome(kept)).toEqual(IMPOSSIBLE);
  });

  it('if the payer has used its nonce for another transfer', async () => {
    const claimed = await noted();
    await sendAsOutsider(USDC_ON_BASE, callOf(await signedForAnother(claimed)));
    await untilFinal();
    expect(await findOutcome(claimed.kept)).toEqual(IMPOSSIBLE);
  });

  it('if the payer has used its nonce for another transfer, even beside a payment of the same amount', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const [real, claimed] = [await noted(5_000_000n, account), await noted(5_000_000n, account)];
    const theft = await signedForAnother(claimed);
    const calls = [real.payment, theft].map((each) => ({ target: USDC_ON_BASE, callData: callOf(each) }));
    const data = encodeFunctionData({
      abi: CONTRACTS.Multicall.abi,
      functionName: 'tryAggregate',
      args: [true, calls],
    });
    const transactionId = await sendAsOutsider(MULTICALL, data);
    const known = { ...claimed.kept, transactionId };
    expect(await findOutcome(real.kept)).toMatchObject({ state: 'paid', transactionId });
    await faults.mine(8);
    expect(await findOutcome(claimed.kept)).toEqual(UNKNOWN);
    expect(await findOutcome(known)).toEqual(UNKNOWN);
    await faults.mine();
    expect(await findOutcome(claimed.kept)).toEqual(IMPOSSIBLE);
    expect(await findOutcome(known)).toEqual(IMPOSSIBLE);
  });

  it('unless the block that has shown this is undone: nine blocks do not prove it, and ten do', async () => {
    const { account, payment, kept, settle } = await noted();
    const before = await faults.snapshot();
    await cancel(account, payment);
    await faults.mine(8);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    await faults.revert(before);
    await settle();
    expect(await findOutcome(kept)).toMatchObject({ state: 'paid' });
  });
});

describe('nothing is proven', () => {
  let known: NotedPayment;
  beforeAll(async () => {
    const { kept, settle } = await noted();
    await settle();
    known = kept;
  });

  it.each(['eth_blockNumber', 'eth_call', 'eth_getLogs'])('while %s fails', async (method) => {
    faults.answer500(method);
    expect(await findOutcome(known)).toEqual(UNKNOWN);
    faults.clear();
    expect(await findOutcome(known)).toMatchObject({ state: 'paid' });
  });

  it.each([
    ['nothing', () => []],
    ['not the use of the authorization', (logs: object[]) => logs.slice(1)],
  ])('if another node behind the same address shows the block, and %s in it', async (_, show) => {
    // First the search by ranges of blocks, then the one in the block that was found.
    faults.lie('eth_getLogs', (truth, [filter]) =>
      (filter as { blockHash?: string }).blockHash === undefined ? truth : show(truth as object[]),
    );
    expect(await findOutcome(known)).toEqual(UNKNOWN);
  });

  it.each([
    ['eth_getLogs', []],
    ['eth_call', `0x${'0'.repeat(64)}`],
    ['eth_call', '0x'],
  ])('if the node lags behind and %s returns %j', async (method, answer) => {
    faults.lie(method, () => answer);
    expect(await findOutcome(known)).toEqual(UNKNOWN);
  });

  it('while the receipt of a transaction that moved nothing cannot be read: it stays known', async () => {
    const { kept } = await noted();
    faults.answer500('eth_getTransactionReceipt');
    const sent = { ...kept, transactionId: `0x${'1'.repeat(64)}` };
    expect(await findOutcome({ ...sent, isReverted: true })).toEqual({ state: 'unknown', isReverted: true });
    expect(await findOutcome(sent)).toEqual(UNKNOWN);
    faults.clear();
    // A reorganization has removed it.
    expect(await findOutcome({ ...sent, isReverted: true })).toEqual(UNKNOWN);
  });

  it('while the transaction waits', async () => {
    const { payment, kept } = await noted();
    await faults.pauseMining();
    await submitAsOutsider(networks.base, payment);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    await faults.resumeMining();
    expect(await findOutcome(kept)).toMatchObject({ state: 'paid' });
  });

  it('until the caller leaves', async () => {
    faults.hang();
    const caller = new AbortController();
    const finding = findOutcome(known, caller.signal);
    caller.abort(new Error('left'));
    await expect(finding).rejects.toThrow('left');
  });
});

describe('with three confirmations', () => {
  beforeEach(() => {
    settings().wallets.confirmations = 3;
  });

  it.each([
    ['by the transaction that is known', (id: string) => id],
    ['by the events of the token', () => null],
  ])('a payment arrives in the third block, the one with the payment included, %s', async (_, noteId) => {
    const { kept, settle } = await noted();
    const known = { ...kept, transactionId: noteId(await settle()) };
    expect(await findOutcome(known)).toEqual(UNKNOWN);
    await faults.mine();
    expect(await findOutcome(known)).toEqual(UNKNOWN);
    await faults.mine();
    expect(await findOutcome(known)).toMatchObject({ state: 'paid' });
  });

  it('a payment that is undone before has not arrived, and counts anew in its next block', async () => {
    const { kept, settle } = await noted();
    const before = await faults.snapshot();
    await settle();
    await faults.mine();
    await faults.revert(before);
    await faults.mine(4);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    await settle();
    await faults.mine();
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    await faults.mine();
    expect(await findOutcome(kept)).toMatchObject({ state: 'paid' });
  });
});

it('with twelve confirmations, a payment has failed in the twelfth block after its payer has canceled it', async () => {
  settings().wallets.confirmations = 12;
  const { account, payment, kept } = await noted();
  await cancel(account, payment);
  await faults.mine(10);
  expect(await findOutcome(kept)).toEqual(UNKNOWN);
  await faults.mine();
  expect(await findOutcome(kept)).toEqual(IMPOSSIBLE);
});

it('never arrives once it has expired unused', async () => {
  const { kept, settle } = await noted();
  const arrived = await noted();
  await arrived.settle();
  await networks.base.client.setNextBlockTimestamp({ timestamp: kept.expiresAt - 1n });
  await faults.mine();
  expect(await findOutcome(kept)).toEqual(UNKNOWN);
  await networks.base.client.setNextBlockTimestamp({ timestamp: kept.expiresAt });
  // Blocks with an earlier time could still take the place of these.
  await faults.mine(9);
  expect(await findOutcome(kept)).toEqual(UNKNOWN);
  await faults.mine();
  expect(await findOutcome(kept)).toEqual(IMPOSSIBLE);
  settings().wallets.confirmations = 12;
  await faults.mine();
  expect(await findOutcome(kept)).toEqual(UNKNOWN);
  await faults.mine();
  expect(await findOutcome(kept)).toEqual(IMPOSSIBLE);
  // The chain has fewer blocks.
  settings().wallets.confirmations = 10_000;
  expect(await findOutcome({ ...kept, expiresAt: 0n })).toEqual(UNKNOWN);
  settings().wallets.confirmations = 1;
  await expect(settle()).rejects.toThrow();
  expect(await findOutcome(arrived.kept)).toMatchObject({ state: 'paid' });
  for (const method of ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_call']) {
    faults.answer500(method);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    faults.clear();
  }
  // A node that lags behind has no state of that block.
  faults.lie('eth_blockNumber', () => '0xffffff');
  expect(await findOutcome(kept)).toEqual(UNKNOWN);
});

describe('never arrives if it has expired, and its payer cancels it only then', () => {
  let kept: NotedPayment;
  beforeAll(async () => {
    // Another test has set the clock of the chain forward.
    const late = await noted(undefined, undefined, 80_000);
    ({ kept } = late);
    await networks.base.client.setNextBlockTimestamp({ timestamp: kept.expiresAt });
    await faults.mine(60);
    await cancel(late.account, late.payment);
    await untilFinal();
  });

  it('which the state shows of a block soon after it has expired, whatever was searched', async () => {
    const calls = faults.callsOf('eth_getLogs');
    expect(await search(kept, 50n)).toEqual({
      state: 'impossible',
      reason: expect.stringContaining('expired') as string,
    });
    expect(faults.callsOf('eth_getLogs')).toBe(calls + 1);
  });

  it('which its log shows, if the node has forgotten that state', async () => {
    faults.lie('eth_call', (truth, [, block]) => {
      if (block === 'latest') return truth;
      throw rpcError(-32_000, 'missing trie node');
    });
    expect(await search(kept, 50n)).toEqual({
      state: 'impossible',
      reason: expect.stringContaining('canceled') as string,
    });
  });

  it('and nothing is proven as long as the node shows neither', async () => {
    faults.lie('eth_call', (truth, [, block]) => {
      if (block === 'latest') return truth;
      throw rpcError(-32_000, 'missing trie node');
    });
    faults.lie('eth_getLogs', () => []);
    expect(await search(kept, 50n)).toEqual(UNKNOWN);
  });
});
