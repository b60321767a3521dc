import { x402Client, x402HTTPClient } from '@x402/core/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '@/lib/accounts/test-accounts';
import { type Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { openStage, type Stage } from '@/lib/x402/top-up/test-stage';
import { topUp } from '@/lib/x402/top-up/top-up';
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

it('a payment that the page of another account sent says nothing about its credit', async () => {
  const account = await makeTestAccount('page@example.com');
  const { header } = await stage.sign('base', 6);
  await topUp(header, account.id, new AbortController().signal);
  const request = { method: 'POST', headers: { 'payment-signature': header } };
  const response = await POST(new Request('http://localhost:3000/api/v1/x402/top-up', request));
  expect({ status: response.status, body: (await response.json()) as object }).toEqual({
    status: 400,
    body: {
      error: 'PAYMENT_VERIFICATION_FAILED',
      message: 'This payment was made for an account that is not the account of its wallet; its page shows it.',
      details: { reason: 'another_account' },
    },
  });
  expect(response.headers.get('payment-response')).toBeNull();
});

it('a payment that is pending is 202, also sent again, and x402 clients take it neither for paid nor for failed', async () => {
  const { header } = await stage.sign('base');
  settings().wallets.confirmations = 2;
  for (let sent = 0; sent < 2; sent += 1) {
    const request = { method: 'POST', headers: { 'payment-signature': header } };
    const response = await POST(new Request('http://localhost:3000/api/v1/x402/top-up', request));
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
