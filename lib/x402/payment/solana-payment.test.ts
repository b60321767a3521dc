import { AccountRole, address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { parsePayment } from './payment';
import { isPaymentProblem } from './payment-problem';
import { rails } from '../rails';
import { usdcAccountOf } from './solana-transaction';
import { startTestNetworks, type TestNetworks, toHeader } from '../test-networks';
import { newTransactionSigner, noteOf, testTransaction, type TransactionChanges } from '../test-transaction';

let networks: TestNetworks;
let payer: KeyPairSigner;

beforeAll(async () => {
  networks = await startTestNetworks();
  payer = await newTransactionSigner(networks.solana);
});
afterAll(() => networks.stop());

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

const parse = async (changes: TransactionChanges, signer = payer) =>
  parsePayment(
    toHeader({
      x402Version: 2,
      scheme: 'exact',
      network: SOLANA,
      payload: await testTransaction(networks.solana, signer, changes),
    }),
  );
const codeOf = async (changes: TransactionChanges, signer?: KeyPairSigner) => {
  const thrown: unknown = await parse(changes, signer).catch((error: unknown) => error);
  return isPaymentProblem(thrown) ? thrown.code : thrown;
};

describe('a transaction that is a payment', () => {
  it('is read', async () => {
    expect(await parse({ amount: 6_000_000n })).toMatchObject({ payer: payer.address, amountMicro: 6_000_000n });
  });

  it('may have further instructions of the wallet', async () => {
    expect(await parse({ last: [noteOf(), noteOf(payer)] })).toMatchObject({ payer: payer.address });
  });

  it('has another key with another memo, and with another blockhash', async () => {
    const keys = [await parse({}), await parse({}), await parse({ last: [noteOf()] })].map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('a transaction that is no payment', () => {
  it.each([
    ['of another token', 'UNSUPPORTED_TOKEN', { mint: WRAPPED_SOL }],
    ['by another token program', 'INVALID_PAYMENT', { program: TOKEN_2022 }],
    ['to another account', 'INVALID_PAYMENT_RECIPIENT', { destination: WRAPPED_SOL }],
    ['with other decimals', 'INVALID_PAYMENT', { decimals: 9 }],
    ['with another payer of the fees', 'INVALID_PAYMENT', { feePayer: WRAPPED_SOL }],
    ['of too little', 'AMOUNT_TOO_LOW', { amount: 4_999_999n }],
    ['of too much', 'AMOUNT_TOO_HIGH', { amount: 2n ** 64n - 1n }],
    ['of nothing', 'INVALID_AMOUNT', { amount: 0n }],
    [
      'from an account of several owners, none of which is the payer',
      'INVALID_PAYMENT_PAYER',
      { authority: WRAPPED_SOL },
    ],
    ['with another instruction before', 'INVALID_PAYMENT', { first: [noteOf()] }],
  ])('%s: %s', async (_, code, changes) => expect(await codeOf(changes)).toBe(code));

  it('spends money of the payer of the fees', async () => {
    expect(await codeOf({ authority: rails().find(({ network }) => network === SOLANA)?.feePayer ?? '' })).toBe(
      'INVALID_PAYMENT_PAYER',
    );
  });

  it('is by the receiver: nothing would move', async () => {
    expect(await codeOf({ authority: settings().wallets.payTo[SOLANA] })).toBe('INVALID_PAYMENT_PAYER');
    const own = await generateKeyPairSigner();
    settings().wallets.payTo[SOLANA] = own.address;
    expect(await codeOf({ destination: await usdcAccountOf(own.address) }, own)).toBe('INVALID_PAYMENT_PAYER');
  });

  it('uses up a nonce account: it would never expire', async () => {
    const advance = {
      programAddress: address('11111111111111111111111111111111'),
      accounts: [
        { address: address(WRAPPED_SOL), role: AccountRole.WRITABLE },
        { address: address('SysvarRecentB1ockHashes11111111111111111111'), role: AccountRole.READONLY },
      ],
      data: new Uint8Array([4, 0, 0, 0]),
    };
    expect(await codeOf({ first: [advance] })).toBe('INVALID_PAYMENT');
  });
});
