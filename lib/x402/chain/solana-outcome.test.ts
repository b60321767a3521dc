import { base58, base64 } from '@scure/base';
import * as kit from '@solana/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { facilitatorFor } from '../facilitator/facilitator';
import { parsePayment, requirementsOf } from '../payment/payment';
import { startTestNetworks, type TestNetworks, toHeader } from '../test-networks';
import { newTransactionSigner, noteOf, testTransaction } from '../test-transaction';
import type { NotedPayment } from './noted-payment';
import { findOutcome } from './outcome';
import { note } from './test-noted';

let networks: TestNetworks;
let faults: TestNetworks['solana']['faults'];

beforeAll(async () => {
  networks = await startTestNetworks();
  ({ faults } = networks.solana);
});
afterEach(() => faults.clear());
afterAll(() => networks.stop());

const UNKNOWN = { state: 'unknown' };
const IMPOSSIBLE = { state: 'impossible', reason: expect.any(String) as string };

async function noted(amountMicro?: bigint) {
  const { payment, requirements } = await (await networks.payer(SOLANA)).pay(amountMicro);
  const settle = async () => {
    const settled = await facilitatorFor(SOLANA).settle(payment, requirements, () => Promise.resolve());
    if (!settled.isSettled) throw new Error(settled.reason);
    return settled.transactionId;
  };
  return { payment, kept: await note(payment, requirements), settle };
}

/** Two payments of one payer, of which the second one lands, and many further transactions after both have expired. */
async function notedOfTrader() {
  const payer = await newTransactionSigner(networks.solana);
  const sign = async (text: string) => {
    const payload = await testTransaction(networks.solana, payer, { last: [noteOf(undefined, text)] });
    const payment = await parsePayment(toHeader({ x402Version: 1, scheme: 'exact', network: 'solana', payload }));
    // As if a facilitator paid the fees: only the signed data shows that it is us.
    return { kept: await note(payment, requirementsOf(payment)), payload };
  };
  const [lost, landed] = [await sign('lost'), await sign('paid')];
  const paid = { ...landed, transactionId: await force(landed.payload) };
  expire();
  for (let index = 0; index < 201; index += 1) {
    const last = [noteOf(undefined, String(index))];
    await force(await testTransaction(networks.solana, payer, { amount: 1n, last }));
  }
  faults.advanceSlots(32);
  return { lost, paid };
}

/** The node shows fewer blocks than slots: so many slots had none. */
function skipSlots(skipped: number) {
  faults.lie('getEpochInfo', (truth) => {
    const info = truth as { blockHeight: bigint };
    return { ...info, blockHeight: info.blockHeight - BigInt(skipped) };
  });
}

/** Lets everything expire that was signed until now, and 32 blocks more: nodes may differ by so many. */
function expire() {
  faults.expireAll();
  faults.advanceSlots(32);
}

/** Signs a payment as its facilitator, and sends it without any check. @returns its ID */
async function force({ transaction }: { transaction: string }): Promise<string> {
  const keys = await kit.createKeyPairFromBytes(base58.decode(settings().wallets.signerKey[SOLANA] ?? ''));
  const signed = await kit.partiallySignTransaction(
    [keys],
    kit.getTransactionDecoder().decode(base64.decode(transaction)),
  );
  const rpc = kit.createSolanaRpc(kit.mainnet(networks.solana.rpcUrl));
  return rpc
    .sendTransaction(kit.getBase64EncodedWireTransaction(signed), { encoding: 'base64', skipPreflight: true })
    .send();
}

describe('a payment has arrived', () => {
  it('by the transaction that was noted before', async () => {
    const { kept, settle } = await noted(6_000_000n);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    const transactionId = await settle();
    const paid = { state: 'paid', transactionId, amountMicro: 6_000_000n };
    expect(await findOutcome({ ...kept, transactionId })).toEqual(paid);
  });

  it('and is found by its message, if no ID is known: a facilitator has signed it', async () => {
    const { kept, settle } = await noted();
    const paid = { state: 'paid', transactionId: await settle(), amountMicro: 5_000_000n };
    expect(await findOutcome(kept)).toEqual(paid);
    expire();
    expect(await findOutcome(kept)).toEqual(paid);
  });

  it('among others of the same payer', async () => {
    const payer = await newTransactionSigner(networks.solana);
    const pay = async (text: string) => {
      const payload = await testTransaction(networks.solana, payer, { last: [noteOf(undefined, text)] });
      const payment = await parsePayment(toHeader({ x402Version: 1, scheme: 'exact', network: 'solana', payload }));
      return { kept: await note(payment, requirementsOf(payment)), payload };
    };
    const all = [await pay('one'), await pay('two'), await pay('three')];
    const ids: string[] = [];
    for (const { payload } of all) ids.push(await force(payload));
    for (const [index, { kept }] of all.entries()) {
      expect(await findOutcome(kept)).toMatchObject({ state: 'paid', transactionId: ids[index] });
      // Another transaction that has paid us as much is not this one.
      const wrong = await findOutcome({ ...kept, transactionId: ids[(index + 1) % 3] });
      expect(wrong).toEqual(UNKNOWN);
    }
    expire();
    const [one] = all;
    expect(await findOutcome({ ...(one?.kept as NotedPayment), transactionId: ids[1] })).toMatchObject({
      ...{ state: 'paid', transactionId: ids[0] },
    });
  });
});

describe('a payment never arrives', () => {
  it('after its blockhash has expired, and that is final', async () => {
    const { kept, settle } = await noted();
    faults.advanceSlots(160);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
    await expect(settle()).rejects.toThrow('BlockhashNotFound');
    faults.advanceSlots(100);
    expect(await findOutcome(kept)).toEqual(IMPOSSIBLE);
    expect(await findOutcome({ ...kept, transactionId: base58.encode(new Uint8Array(64).fill(1)) })).toEqual(
      IMPOSSIBLE,
    );
  });

  it('after its transaction was dropped, and has expired', async () => {
    const { payment, kept } = await noted();
    faults.dropNext();
    const transactionId = await force(payment.payload as { transaction: string });
    expect(await findOutcome({ ...kept, transactionId })).toEqual(UNKNOWN);
    expire();
    expect(await findOutcome({ ...kept, transactionId })).toEqual(IMPOSSIBLE);
  });

  it('if its transaction has failed on the chain, and that is final', async () => {
    const { payment, kept } = await noted(100_000_001n);
    const transactionId = await force(payment.payload as { transaction: string });
    expect(await findOutcome({ ...kept, transactionId })).toEqual(UNKNOWN);
    faults.advanceSlots(32);
    expect(await findOutcome({ ...kept, transactionId })).toEqual(IMPOSSIBLE);
    // Without its ID, it is not looked at before it has expired.
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
  });
});

describe('a payment of a payer with hundreds of later transactions', () => {
  let trader: Awaited<ReturnType<typeof notedOfTrader>>;
  beforeAll(async () => {
    trader = await notedOfTrader();
  }, 120_000);

  it('has failed once it has expired, whoever has signed it', async () => {
    const { kept, payload } = trader.lost;
    const [listed, read] = [faults.callsOf('getSignaturesForAddress'), faults.callsOf('getTransaction')];
    expect(await findOutcome(kept)).toEqual(IMPOSSIBLE);
    // Only the other payment is read, which was made in time.
    expect(faults.callsOf('getTransaction')).toBe(read + 1);
    expect(await findOutcome({ ...kept, payload })).toEqual(IMPOSSIBLE);
    // Where our key has signed it, they are not even listed.
    expect(faults.callsOf('getSignaturesForAddress')).toBe(listed + 1);
  });

  it.each([
    ['if the ID that our key makes is found', () => trader.paid.payload],
    ['if others have signed it', () => undefined],
  ])('has arrived, %s', async (_, payloadOf) => {
    const { kept, transactionId } = trader.paid;
    const expected = { state: 'paid', transactionId, amountMicro: 5_000_000n };
    expect(await findOutcome({ ...kept, payload: payloadOf() })).toEqual(expected);
    // Heights that are far behind the slots: it is found beyond the slot with the number of its last height.
    skipSlots(500);
    expect(await findOutcome({ ...kept, payload: payloadOf(), expiresAt: kept.expiresAt - 500n })).toEqual(expected);
  });

  it('is not proven to have failed if so many were made in time, and others may have signed it', async () => {
    const { kept, payload } = trader.lost;
    const inTime = { ...kept, expiresAt: kept.expiresAt + 1_000n };
    faults.advanceSlots(1_000);
    expect(await findOutcome(inTime)).toEqual(UNKNOWN);
    expect(await findOutcome({ ...inTime, payload })).toEqual(IMPOSSIBLE);
  });

  it.each([
    ['has forgotten', 'getFirstAvailableBlock', () => faults.lie('getFirstAvailableBlock', () => 9e9)],
    [
      'has forgotten a few',
      'getFirstAvailableBlock',
      () => faults.lie('getFirstAvailableBlock', () => Number(trader.lost.kept.fromBlock)),
    ],
    [
      'lags behind',
      'getSignatureStatuses',
      () => faults.lie('getSignatureStatuses', () => ({ context: { slot: 1_000 }, value: [null] })),
    ],
    [
      'knows of it',
      'getSignatureStatuses',
      () => faults.lie('getSignatureStatuses', () => ({ context: { slot: 9e9 }, value: [{}] })),
    ],
  ])('is not proven to have failed if the node %s (%s), although our key has signed it', async (_w, _m, breakNode) => {
    const { kept, payload } = trader.lost;
    breakNode();
    expect(await findOutcome({ ...kept, payload })).toEqual(UNKNOWN);
  });
});

describe('nothing is proven', () => {
  it.each(['getEpochInfo', 'getSignaturesForAddress', 'getTransaction'])('while %s fails', async (method) => {
    const { kept, settle } = await noted();
    await settle();
    faults.answer500(method);
    expect(await findOutcome(kept)).toEqual(UNKNOWN);
  });

  it.each([
    ['fails', 'getSignaturesForAddress', () => faults.answer500('getSignaturesForAddress')],
    ['fails', 'getFirstAvailableBlock', () => faults.answer500('getFirstAvailableBlock')],
    ['fails', 'getSignatureStatuses', () => faults.answer500('getSignatureStatuses')],
    [
      'lags behind',
      'getSignatureStatuses',
      () => faults.lie('getSignatureStatuses', () => ({ context: { slot: 1_000 }, value: [null] })),
    ],
    [
      'knows of it',
      'getSignatureStatuses',
      () => faults.lie('getSignatureStatuses', () => ({ context: { slot: 9e9 }, value: [{}] })),
    ],
    ['has forgotten', 'getFirstAvailableBlock', () => faults.lie('getFirstAvailableBlock', () => 9e9)],
    ['returns nonsense', 'getEpochInfo', () => faults.lie('getEpochInfo', () => ({ blockHeight: 'high' }))],
  ])('after the blockhash has expired, if the node %s (%s)', async (_what, _method, breakNode) => {
    const { kept } = await noted();
    const transactionId = base58.encode(new Uint8Array(64).fill(1));
    expire();
    breakNode();
    expect(await findOutcome({ ...kept, transactionId })).toEqual(UNKNOWN);
    faults.clear();
    expect(await findOutcome({ ...kept, transactionId })).toEqual(IMPOSSIBLE);
  });

  it('by a transaction in which less has arrived', async () => {
    const { kept, settle } = await noted();
    const transactionId = await settle();
    faults.lie('getTransaction', (truth) => {
      const transaction = structuredClone(truth) as {
        meta: { postTokenBalances: { uiTokenAmount: { amount: string } }[] };
      };
      for (const { uiTokenAmount } of transaction.meta.postTokenBalances) uiTokenAmount.amount = '1';
      return transaction;
    });
    expect(await findOutcome({ ...kept, transactionId })).toEqual(UNKNOWN);
  });

  it('until the caller leaves', async () => {
    const { kept } = await noted();
    faults.hang();
    const caller = new AbortController();
    const finding = findOutcome(kept, caller.signal);
    caller.abort(new Error('left'));
    await expect(finding).rejects.toThrow('left');
  });
});
