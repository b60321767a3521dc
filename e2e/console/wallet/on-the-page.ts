import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/fixtures';
import type { TestWallet } from '../../support/wallets/test-wallet';

/** Where the page sends signed payments. */
export const PAYMENTS = '**/api/console/wallet/payments';

/** Opens the page, chooses amount and network, and connects the wallet. */
export async function connect(
  page: Page,
  { wallet, network, amount }: { wallet: TestWallet; network: 'Base' | 'Solana'; amount: string },
): Promise<void> {
  await page.goto('/wallet');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('radio', { name: network }).check();
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByRole('button', { name: wallet.name }).click();
  await expect(payButton(page)).toBeVisible();
}

/** Chooses a wallet of the list, unless the one of an earlier visit is connected by itself. */
export async function chooseOrKeep(choice: Locator, connected: Locator): Promise<void> {
  await expect(choice.or(connected)).toBeVisible();
  await expect(async () => {
    if (!(await connected.isVisible())) await choice.click({ timeout: 1000 });
    await expect(connected).toBeVisible();
  }).toPass();
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Sign and pay/ });

/** The heading of the panel, which says where the payment is. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

export const receipt = (page: Page) => page.getByRole('group', { name: 'Receipt' });

/** The bodies of the payments that the page sends. */
export function watchPayments(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/console/wallet/payments')) {
      bodies.push(request.postData() ?? '');
    }
  });
  return bodies;
}

/** What the browser reports: refusals of the page's policy among them. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}
