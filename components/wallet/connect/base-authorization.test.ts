import { recoverTypedDataAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { BASE, USDC } from '@/lib/core/wallet';
import { encodePayment, type Rail } from '../payment-header';
import { newAuthorization, toTypedData } from './base-authorization';

const account = privateKeyToAccount(generatePrivateKey());
const rail: Rail = {
  network: BASE,
  asset: USDC[BASE],
  payTo: privateKeyToAccount(generatePrivateKey()).address,
  feePayer: null,
};

it('is what USDC on Base verifies', async () => {
  const authorization = newAuthorization(rail, account.address, 19.99, 1_800_000_000);
  expect(authorization).toMatchObject({
    from: account.address,
    to: rail.payTo,
    value: '19990000',
    validAfter: '0',
    validBefore: '1800000300',
  });
  expect(authorization.nonce).toMatch(/^0x[0-9a-f]{64}$/);
  const typed = toTypedData(authorization, rail.asset);
  expect(typed.domain).toEqual({
    name: 'USD Coin',
    version: '2',
    chainId: 8453,
    verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  });
  const signature = await account.signTypedData(typed);
  expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(account.address);
});

it('is new each time', () => {
  const [one, other] = [1, 2].map(() => newAuthorization(rail, account.address, 5, 0));
  expect(one?.nonce).not.toBe(other?.nonce);
});

it('travels with the requirements that it fulfills', () => {
  const header = encodePayment(rail, 5, { signature: '0x' });
  expect(JSON.parse(Buffer.from(header, 'base64').toString())).toEqual({
    x402Version: 2,
    accepted: {
      scheme: 'exact',
      network: BASE,
      amount: '5000000',
      asset: rail.asset,
      payTo: rail.payTo,
      maxTimeoutSeconds: 300,
      extra: { name: 'USD Coin', version: '2' },
    },
    payload: { signature: '0x' },
  });
});
