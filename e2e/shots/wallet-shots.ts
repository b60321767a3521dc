import { expect, type Page, type Route } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { BASE, SOLANA, USDC } from '../../lib/core/wallet';
import type { ConsolePayment, ConsoleWallet } from '../../lib/x402/contract';
import { injectBaseWallet } from '../support/wallets/base-wallet';

/* The wallet page in its states, with a wallet that signs but nothing that is paid. */

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const PAYER = '0x7a3f09c2b41d5e8862c1fa90d3b7e4156f28ac0d';
const SOLANA_PAYER = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const TRANSACTION = `0x${'4be1c90f7d2a'.repeat(6).slice(0, 64)}`;

function somePayment(index: number, changes: Partial<ConsolePayment> = {}): ConsolePayment {
  return {
    id: `0b7f6a52-6a1d-4a1f-9d0e-${String(index).padStart(12, '0')}`,
    network: BASE,
    payer: PAYER,
    amountUsd: 25,
    state: 'credited',
    transactionId: TRANSACTION,
    reason: null,
    createdAt: ago(index * 40),
    refunds: [],
    ...changes,
  };
}

function someWallet(changes: Partial<ConsoleWallet> = {}): ConsoleWallet {
  const solana = {
    network: SOLANA,
    payer: SOLANA_PAYER,
    transactionId: '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXF',
  };
  return {
    networks: [
      { network: BASE, asset: USDC[BASE], payTo: '0x1c0ffee9d2b84f6a7e35c81b02d94af6e7b3c5d8', feePayer: null },
      {
        network: SOLANA,
        asset: USDC[SOLANA],
        payTo: '7vYtQ2eKdN3mWcJx5pRz8hUaBfGs4LoXnE1kTqMiCwZb',
        feePayer: 'FeePayeR1111111111111111111111111111111111',
      },
    ],
    lastModel: { modelId: 'smollm2-135m', averageUsd: 0.000813 },
    payments: [
      somePayment(1, { ...solana, amountUsd: 100 } as Partial<ConsolePayment>),
      somePayment(2, { amountUsd: 1234.5 }),
      somePayment(3, { state: 'failed', transactionId: null, reason: 'authorization expired', amountUsd: 5 }),
      somePayment(4),
    ],
    ...changes,
  };
}

async function open(page: Page, wallet: ConsoleWallet = someWallet()): Promise<void> {
  await page.route('**/api/console/wallet', (route) => route.fulfill({ json: wallet }));
  await page.goto('/wallet');
  await page.waitForLoadState('networkidle');
}

export const quote = (page: Page) => open(page);

export const empty = (page: Page) => open(page, someWallet({ payments: [], lastModel: null }));

export const notConfigured = (page: Page) => open(page, someWallet({ networks: [], payments: [] }));

export async function noWallet(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect(page.getByRole('heading', { name: 'No wallet found' })).toBeVisible();
}

/** @param answer what becomes of a signed payment; null: the wallet does not sign */
async function pay(page: Page, answer: ((route: Route) => Promise<void>) | null, declines = false): Promise<void> {
  const key = generatePrivateKey();
  const wallet = await injectBaseWallet(page, { key, address: privateKeyToAddress(key) });
  wallet.declines = declines;
  wallet.isSlow = answer === null && !declines;
  if (answer) await page.route('**/api/console/wallet/payments', answer);
  await open(page);
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('button', { name: wallet.name }).click();
  await page.getByRole('button', { name: /^Sign and pay/ }).click();
}

export async function connected(page: Page): Promise<void> {
  const key = generatePrivateKey();
  const wallet = await injectBaseWallet(page, { key, address: privateKeyToAddress(key) });
  await open(page);
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('button', { name: wallet.name }).click();
  await expect(page.getByRole('button', { name: /^Sign and pay/ })).toBeVisible();
}

export async function choice(page: Page): Promise<void> {
  const key = generatePrivateKey();
  await injectBaseWallet(page, { key, address: privateKeyToAddress(key) });
  await open(page);
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a wallet' })).toBeVisible();
}

const shows = (page: Page, name: RegExp) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible();

export async function declined(page: Page): Promise<void> {
  await pay(page, null, true);
  await expect(page.getByText('You declined the request')).toBeVisible();
}

export async function signing(page: Page): Promise<void> {
  await pay(page, null);
  await shows(page, /^Confirm in/);
}

export async function sending(page: Page): Promise<void> {
  await pay(page, () => new Promise(() => undefined));
  await shows(page, /^Submitting/);
}

export async function unanswered(page: Page): Promise<void> {
  const body = { error: 'SETTLEMENT_TIMEOUT', message: 'The network could not be asked.' };
  await pay(page, (route) => route.fulfill({ status: 504, json: body, headers: { 'cf-ray': '0123456789abcdef-SVC' } }));
  await shows(page, /not confirmed/);
}

export async function pending(page: Page): Promise<void> {
  const found = somePayment(0, { amountUsd: 10, state: 'pending' });
  await page.route('**/api/console/wallet/payments/*', (route) => route.fulfill({ json: found }));
  await pay(page, (route) => route.fulfill({ json: found }));
  await shows(page, /^Waiting for Base/);
}

export async function credited(page: Page): Promise<void> {
  await pay(page, (route) => route.fulfill({ json: somePayment(0, { amountUsd: 10 }) }));
  await shows(page, /^Credit added/);
}

export async function failed(page: Page): Promise<void> {
  const body = { error: 'PAYMENT_VERIFICATION_FAILED', message: 'The wallet has less USDC than the payment.' };
  await pay(page, (route) => route.fulfill({ status: 400, json: body }));
  await shows(page, /failed/);
}

export async function detail(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('table', { name: 'Payments' }).getByRole('button').nth(2).click();
  await page.getByRole('button', { name: 'Copy payment ID' }).scrollIntoViewIfNeeded();
}

export async function code(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await page.getByRole('tabpanel').scrollIntoViewIfNeeded();
}
