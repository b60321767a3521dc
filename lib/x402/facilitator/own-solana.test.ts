import { address, generateKeyPairSigner } from '@solana/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { walletNode } from '../chain/node';
import { parsePayment, requirementsOf } from '../payment/payment';
import { startTestNetworks, type TestNetworks, toHeader } from '../test-networks';
import { newTransactionSigner, testTransaction, type TransactionChanges } from '../test-transaction';
import { makeSolanaFacilitator } from './own-solana';
import type { Facilitator } from './spec';

let networks: TestNetworks;
let facilitator: Facilitator;
let secret: string;

beforeAll(async () => {
  networks = await startTestNetworks();
  secret = settings().wallets.signerKey[SOLANA] ?? '';
  facilitator = facilitatorWith();
});
afterEach(() => networks.solana.faults.clear());
afterAll(() => networks.stop());

const facilitatorWith = (confirmMs?: number) =>
  makeSolanaFacilitator({
    node: walletNode(SOLANA, networks.solana.rpcUrl),
    ...{ signerKey: secret, confirmMs, pollMs: 10 },
  });
const payed = async (amountMicro?: bigint) => (await networks.payer(SOLANA)).pay(amountMicro);
const paymentOf = async (changes: TransactionChanges) => {
  const payload = await testTransaction(networks.solana, await newTransactionSigner(networks.solana), changes);
  return parsePayment(toHeader({ x402Version: 2, scheme: 'exact', network: SOLANA, payload }));
};
/** Collects the IDs that are reported before anything is sent. */
const recorder = () => {
  const ids: string[] = [];
  const sentBefore: number[] = [];
  return {
    ids,
    sentBefore,
    record: (id: string) => {
      ids.push(id);
      sentBefore.push(networks.solana.faults.callsOf('sendTransaction'));
      return Promise.resolve();
    },
  };
};

describe('verify', () => {
  it('accepts a payment that can be carried out, and sends nothing', async () => {
    const { payment, requirements } = await payed();
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
    expect(networks.solana.faults.callsOf('sendTransaction')).toBe(0);
  });

  it('refuses a payment whose signature is not the payer’s', async () => {
    const json = JSON.parse(Buffer.from(await (await networks.payer(SOLANA)).header(), 'base64').toString());
    const bytes = Buffer.from(json.payload.transaction, 'base64');
    // The second signature is the payer's.
    bytes.fill(7, 65, 129);
    json.payload.transaction = bytes.toString('base64');
    const payment = await parsePayment(toHeader(json));
    expect(await facilitator.verify(payment, requirementsOf(payment))).toMatchObject({
      ...{ isValid: false, reason: 'invalid_exact_svm_payload_signature_invalid' },
      message: 'The signature is not one of this payment by the payer.',
    });
  });

  it('refuses a payment for which the wallet has too little USDC', async () => {
    const { payment, requirements } = await payed(100_000_001n);
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, message: 'The wallet has less USDC than the payment.' },
    });
  });

  it('refuses a payment whose blockhash has expired', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.expireAll();
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, message: 'The payment has expired. Sign a new one.' },
    });
  });

  it('refuses a payment that was carried out', async () => {
    const { payment, requirements } = await payed();
    await facilitator.settle(payment, requirements, recorder().record);
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, message: 'The transaction was executed before. Sign a new one.' },
    });
  });

  it('does not blame the payer while the node fails', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.answer500('simulateTransaction');
    await expect(facilitator.verify(payment, requirements)).rejects.toThrow('status 500');
  });
});

describe('settle', () => {
  it('moves the money, and reports the ID of the transaction before it is sent', async () => {
    const payer = await networks.payer(SOLANA);
    const before = await networks.received(SOLANA);
    const { payment, requirements } = await payer.pay(7_500_000n);
    const { ids, sentBefore, record } = recorder();
    const sends = networks.solana.faults.callsOf('sendTransaction');
    const settled = await facilitator.settle(payment, requirements, record);
    expect(settled).toEqual({ isSettled: true, transactionId: ids[0] });
    expect([ids.length, sentBefore]).toEqual([1, [sends]]);
    expect(await payer.balance()).toBe(92_500_000n);
    expect(await networks.received(SOLANA)).toBe(before + 7_500_000n);
  });

  it('sends nothing if the ID could not be noted', async () => {
    const { payment, requirements } = await payed();
    const sends = networks.solana.faults.callsOf('sendTransaction');
    const settling = facilitator.settle(payment, requirements, () => Promise.reject(new Error('no database')));
    await expect(settling).rejects.toThrow('no database');
    expect(networks.solana.faults.callsOf('sendTransaction')).toBe(sends);
  });

  it('knows the outcome although the answer of the node is lost', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.loseNextAnswer();
    expect(await facilitator.settle(payment, requirements, recorder().record)).toMatchObject({ isSettled: true });
  });

  it('sends a transaction again that the network has dropped', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.dropNext();
    expect(await facilitator.settle(payment, requirements, recorder().record)).toMatchObject({ isSettled: true });
  });

  it('moves the money once, however often two facilitators settle', async () => {
    const payer = await networks.payer(SOLANA);
    const { payment, requirements } = await payer.pay();
    const other = facilitatorWith();
    const all = [facilitator, other, facilitator, other].map((one) =>
      one.settle(payment, requirements, recorder().record),
    );
    const transactions = new Set(
      (await Promise.all(all)).map((one) => (one.isSettled ? one.transactionId : one.reason)),
    );
    expect([transactions.size, await payer.balance()]).toEqual([1, 95_000_000n]);
  });

  it('does not know the outcome while the node shows no status', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.hideStatus(true);
    const { ids, record } = recorder();
    expect(await facilitatorWith(300).settle(payment, requirements, record)).toEqual({
      ...{ isSettled: false, isSent: true, reason: 'not_confirmed_in_time' },
    });
    expect(ids).toHaveLength(1);
  });

  it('sends nothing that would fail, and pays no fees for it', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.expireAll();
    expect(await facilitator.settle(payment, requirements, recorder().record)).toEqual({
      ...{ isSettled: false, isSent: false, reason: expect.stringContaining('BlockhashNotFound') as string },
    });
  });

  it('has sent nothing if the node cannot be reached', async () => {
    const { payment, requirements } = await payed();
    const elsewhere = makeSolanaFacilitator({ node: walletNode(SOLANA, 'http://127.0.0.1:9'), signerKey: secret });
    expect(await elsewhere.settle(payment, requirements, recorder().record)).toMatchObject({
      isSettled: false,
      isSent: false,
    });
  });

  it('ends when the caller leaves', async () => {
    const { payment, requirements } = await payed();
    networks.solana.faults.hang();
    const caller = new AbortController();
    const settling = facilitator.settle(payment, requirements, recorder().record, caller.signal);
    setTimeout(() => caller.abort(), 20);
    expect(await settling).toMatchObject({ isSettled: false, isSent: true });
  });
});

describe('the payer chooses the fees that we pay, within bounds', () => {
  it.each([
    ['the most that is allowed', { computeUnits: 200_000, computePrice: 1_000_000n }, { isValid: true }],
    [
      'too many units',
      { computeUnits: 200_001 },
      { reason: expect.stringContaining('limit_instruction_too_high') as string },
    ],
    [
      'too high a price',
      { computePrice: 1_000_001n },
      { reason: expect.stringContaining('price_instruction_too_high') as string },
    ],
  ])('%s', async (_, changes, verdict) => {
    const payment = await paymentOf(changes);
    expect(await facilitator.verify(payment, requirementsOf(payment))).toMatchObject(verdict);
  });

  it('a third signature', async () => {
    const signers = [await generateKeyPairSigner()];
    const payment = await paymentOf({ signers });
    expect(await facilitator.verify(payment, requirementsOf(payment))).toMatchObject({
      ...{ isValid: false, reason: 'invalid_exact_svm_payload_excessive_signers' },
    });
  });

  it('instructions that are not part of a payment', async () => {
    const theft = { programAddress: address('11111111111111111111111111111111'), data: new Uint8Array([2, 0, 0, 0]) };
    const payment = await paymentOf({ last: [theft] });
    expect(await facilitator.verify(payment, requirementsOf(payment))).toMatchObject({
      ...{ isValid: false, message: 'The transaction has instructions that are not part of a payment.' },
    });
  });
});
