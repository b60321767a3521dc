import { expect, type Page } from '@playwright/test';
import type { OperatorPayment, PaymentPage, WalletNetwork, WalletsView } from '../../lib/admin/contract';
import { BASE, SOLANA } from '../../lib/core/wallet';
import { someAccounts } from './fake-data';

/* The owner's page in its states. */

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const PAYER = '0x7a3f09c2b41d5e8862c1fa90d3b7e4156f28ac0d';
const SOLANA_PAYER = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const TRANSACTION = `0x${'4be1c90f7d2a'.repeat(6).slice(0, 64)}`;
const SOLANA_TRANSACTION = '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXF';

/** The accounts. */
export async function accounts(page: Page): Promise<void> {
  await page.route('**/api/console/admin/accounts?**', (route) => route.fulfill({ json: someAccounts() }));
  await visit(page, '/admin');
}

function someNetworks(): WalletNetwork[] {
  return [
    {
      network: BASE,
      receiver: { address: '0x1c0ffee9d2b84f6a7e35c81b02d94af6e7b3c5d8', balanceUsdc: '1234567.89' },
      feePayer: {
        ...{ address: '0xfee0a1b2c3d4e5f60718293a4b5c6d7e8f901234', unit: 'ETH' },
        ...{ balance: '0.000213401000000007', minimum: '0.0005' },
      },
      facilitators: [],
      problems: [
        '0xfee0a1b2c3d4e5f60718293a4b5c6d7e8f901234 has 0.000213401000000007 ETH to pay fees: send it 0.0005 ETH or more.',
      ],
    },
    {
      network: SOLANA,
      receiver: { address: '7vYtQ2eKdN3mWcJx5pRz8hUaBfGs4LoXnE1kTqMiCwZb', balanceUsdc: '340' },
      feePayer: null,
      facilitators: [
        { name: 'facilitator.example.com/x402', state: 'working', at: ago(0.05) },
        { name: 'pay.a-rather-long-name-of-a-service.example.org', state: 'never_answered', at: null },
      ],
      problems: [],
    },
  ];
}

function somePayment(index: number, changes: Partial<OperatorPayment> = {}): OperatorPayment {
  return {
    ...{ id: `0b7f6a52-6a1d-4a1f-9d0e-${String(index).padStart(12, '0')}`, network: BASE, payer: PAYER },
    account: { id: `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`, name: 'ada@example.com' },
    ...{ amountUsd: '25', state: 'credited', transactionId: TRANSACTION, attempts: 0, reason: null },
    ...{ createdAt: ago(index * 40), updatedAt: ago(index * 40), nextCheckAt: null, refunds: [], refundableUsd: '25' },
    ...changes,
  };
}

function somePayments(): PaymentPage {
  const solana = { network: SOLANA, payer: SOLANA_PAYER, transactionId: SOLANA_TRANSACTION } as const;
  const open = { refundableUsd: '0', nextCheckAt: new Date(Date.now() + 40_000).toISOString() };
  const data = [
    somePayment(0, {
      ...open,
      state: 'settling',
      attempts: 14,
      reason: 'The node returned status 502.',
      createdAt: ago(0.3),
    }),
    somePayment(1, { ...open, ...solana, state: 'verified', transactionId: null, account: null, createdAt: ago(1) }),
    somePayment(2, { state: 'failed', transactionId: null, reason: 'authorization expired', refundableUsd: '0' }),
    somePayment(3, {
      ...{ amountUsd: '1234.5', refundableUsd: '834.5' },
      account: { id: idOf(3), name: 'grace.brewster.murray.hopper@a-very-long-domain-name.example.com' },
      refunds: [{ usd: '400', reference: 'console-5f0c2a91d3be', transaction: TRANSACTION, at: ago(3) }],
    }),
    somePayment(4, { ...solana, reason: 'undone by the network', account: { id: idOf(4), name: SOLANA_PAYER } }),
    somePayment(5, {
      ...{ refundableUsd: '0', account: { id: idOf(5), name: null } },
      refunds: [{ usd: '25', reference: 'case-7', transaction: null, at: ago(90) }],
    }),
  ];
  return { data, nextCursor: 'more' };
}

const idOf = (index: number) => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;

/** Networks, one of which needs attention, and payments in every state. */
export async function wallets(page: Page): Promise<void> {
  await show(page, { networks: someNetworks(), checkedAt: new Date().toISOString() }, somePayments());
}

/** Nothing is set up. */
export async function noWallets(page: Page): Promise<void> {
  await show(page, { networks: [], checkedAt: new Date().toISOString() }, { data: [], nextCursor: null });
}

/** A payment without an outcome. */
export async function openPayment(page: Page): Promise<void> {
  await wallets(page);
  await expand(page, 0);
  await page.getByRole('button', { name: 'Check now' }).scrollIntoViewIfNeeded();
}

/** The form of a refund, with an error. */
export async function refund(page: Page): Promise<void> {
  await wallets(page);
  await expand(page, 3);
  await page.getByRole('button', { name: 'Record a refund' }).click();
  await page.getByRole('textbox', { name: 'Amount sent back' }).fill('ten');
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText(/^Must be an amount of USD/)).toBeVisible();
  await page.getByRole('button', { name: 'Record refund' }).scrollIntoViewIfNeeded();
}

async function show(page: Page, view: WalletsView, payments: PaymentPage): Promise<void> {
  await page.route('**/api/console/admin/wallets', (route) => route.fulfill({ json: view }));
  await page.route('**/api/console/admin/wallets/payments?*', (route) => route.fulfill({ json: payments }));
  await visit(page, '/admin?view=wallets');
}

async function expand(page: Page, index: number): Promise<void> {
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody > tr');
  await rows.nth(index).getByRole('button', { expanded: false }).first().click();
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}
