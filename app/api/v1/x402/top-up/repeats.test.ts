import { x402Client, x402HTTPClient } from '@x402/core/client';
import { decodeFunctionData, serializeSignature } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '@/lib/accounts/test-accounts';
import { type Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { toHeader } from '@/lib/x402/test-networks';
import { openStage, type Stage } from '@/lib/x402/top-up/test-stage';
import { topUp } from '@/lib/x402/top-up/top-up';
import { USDC_ABI } from '@/scripts/chains/contracts';
import { POST } from './route';

let database: Database;
let stage: Stage;
beforeAll(async () => {
  database = await openTestDatabase();
  stage = await openStage();
});
afterAll(async () => {
  await stage.stop();
  await database.close();
});

const send = (header: string) => {
  const request = { method: 'POST', headers: { 'payment-signature': header } };
  return POST(new Request('http://localhost:3000/api/v1/x402/top-up', request));
};
const asAnswer = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as object,
});
const OF_ANOTHER_ACCOUNT = {
  status: 409,
  body: {
    error: 'CONFLICT',
    message: 'This payment was sent before, for another account; the wallet page of that account shows it.',
    details: { reason: 'another_account' },
  },
};

it('a payment that the page of another account sent says nothing of what became of it', async () => {
  const account = await makeTestAccount('page@example.com');
  const { header } = await stage.sign('base', 6);
  await topUp(header, account.id, new AbortController().signal);
  const response = await send(header);
  expect(await asAnswer(response)).toEqual(OF_ANOTHER_ACCOUNT);
  expect(response.headers.get('payment-response')).toBeNull();
});

it('a payment whose wallet is unlinked while it settles is said to be credited, and its repeats to be of that account', async () => {
  const account = await makeTestAccount('unlinked@example.com');
  const { header, payer } = await stage.sign('base', 7);
  await database.query('insert into account_wallet (account_id, address) values ($1, $2)', [account.id, payer]);
  await stage.base.faults.pauseMining();
  const sent = send(header);
  const stateOf = () => database.query('select state from wallet_payment where payer = $1', [payer]);
  await expect.poll(stateOf, { timeout: 20_000 }).toEqual([{ state: 'settling' }]);
  await database.query('delete from account_wallet where address = $1', [payer]);
  await stage.base.faults.resumeMining();
  const paid = await sent;
  expect(await asAnswer(paid)).toMatchObject({ status: 200, body: { data: { amountCredited: 7 } } });
  expect(await asAnswer(await send(header))).toEqual(OF_ANOTHER_ACCOUNT);
});

/** The header of a payment, from its transaction: everything in it is public. */
async function rebuild(transactionId: string): Promise<string> {
  const { input } = await stage.base.client.getTransaction({ hash: transactionId as `0x${string}` });
  const call = decodeFunctionData({ abi: USDC_ABI, data: input });
  if (call.functionName !== 'transferWithAuthorization' || call.args.length !== 9) throw new Error('no payment');
  const [from, to, value, validAfter, validBefore, nonce, v, r, s] = call.args;
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) };
  const authorization = { from, to, value: String(value), ...times, nonce };
  const payload = { signature: serializeSignature({ r, s, v: BigInt(v) }), authorization };
  return toHeader({ x402Version: 1, scheme: 'exact', network: 'base', payload });
}

it('a payment that anybody has read on its network does not show them the balance of the account that it is for', async () => {
  const account = await makeTestAccount('linked@example.com', 123_450_000_000n);
  const { header, payer } = await stage.sign('base', 6);
  await database.query('insert into account_wallet (account_id, address) values ($1, $2)', [account.id, payer]);
  const first = await asAnswer(await send(header));
  expect(first).toMatchObject({ status: 200, body: { data: { amountCredited: 6, newBalance: 129.45 } } });
  const [row] = await database.query<{ id: string }>(
    'select transaction_id as id from wallet_payment where payer = $1',
    [payer],
  );
  const paymentId = expect.any(String) as string;
  expect(await asAnswer(await send(await rebuild(row?.id ?? '')))).toEqual({
    status: 200,
    body: { success: true, data: { walletAddress: payer, amountCredited: 6, paymentId } },
  });
});

it('a payment that is pending is 202, also sent again, and x402 clients take it neither for paid nor for failed', async () => {
  const { header } = await stage.sign('base');
  settings().wallets.confirmations = 2;
  for (let sent = 0; sent < 2; sent += 1) {
    const response = await send(header);
    const { status, headers } = response;
    const body = (await response.json()) as object;
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { success: true, data: { status: 'pending', paymentId: expect.any(String) as string } },
    });
    expect(headers.get('retry-after')).toBe('7');
    const getHeader = (name: string) => headers.get(name);
    const client = new x402HTTPClient(new x402Client());
    expect(client.parsePaymentResult({ status, getHeader, body }).paymentStatus).toBe('none');
  }
});
