import type { Page } from '@playwright/test';
import type { Address } from 'viem';
import type { DevChains } from '../../../scripts/dev-chains';
import { balanceOf, signIn } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import { expect, test } from '../../support/wallets/test-wallets';
import { connect, heading, payButton, receipt, watchErrors } from './on-the-page';

const MICRO = 1_000_000n;

const receivedOnBase = ({ base, settings }: DevChains) => base.usdcOf(settings.X402_PAY_TO_BASE as Address);
const receivedOnSolana = ({ solana, settings }: DevChains) =>
  solana.usdcOf(settings.X402_PAY_TO_SOLANA as Parameters<typeof solana.usdcOf>[0]);

/** Opens the newest payment of the list. */
async function openNewest(page: Page) {
  await page.getByRole('table', { name: 'Payments' }).getByRole('button').first().click();
  return page.getByRole('region', { name: 'Payment', exact: true });
}

test('pays on Base: quote, signature, receipt, and the payment in the list', async ({
  page,
  farebox,
  chains,
  baseWallet,
}) => {
  const errors = watchErrors(page);
  const before = await receivedOnBase(chains);
  await signIn(page, await makePerson(farebox));
  await page.goto('/wallet');
  await expect(page.getByText('No payments yet.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Quote' })).toContainText('10.00 USDC');
  await expectAccessible(page);

  await connect(page, { wallet: baseWallet, network: 'Base', amount: '12' });
  const connected = await payButton(page).elementHandle();
  await page.getByLabel('Amount', { exact: true }).fill('12,50');
  // The wallet stays connected meanwhile, and is not asked again.
  expect(await connected?.evaluate((button) => button.isConnected)).toBe(true);
  const quote = page.getByRole('group', { name: 'Quote' });
  await expect(quote).toContainText('12.50 USDC');
  await quote.getByRole('button', { name: 'Show full' }).click();
  await expect(quote).toContainText(chains.settings.X402_PAY_TO_BASE ?? 'no receiver');
  await expectAccessible(page);
  await payButton(page).click();
  await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });
  await expect(receipt(page)).toContainText('$12.50');
  await expect(receipt(page).getByRole('link')).toHaveAttribute(
    'href',
    /^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/,
  );
  await expectAccessible(page);
  await expect(page.getByText('This wallet does not sign in to your account.')).toBeVisible();
  expect((await receivedOnBase(chains)) - before).toBe(12n * MICRO + MICRO / 2n);
  expect(await balanceOf(page)).toBe(12.5);
  await expect(page.getByRole('button', { name: /^Available \$12\.50/ })).toBeVisible();

  const detail = await openNewest(page);
  await expect(detail).toContainText('Paid on Base');
  await expect(detail).toContainText(baseWallet.address.toLowerCase());
  await expectAccessible(page);
  expect(baseWallet.signed).toBe(1);
  expect(errors).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('pays on Solana, then again with the same wallet', async ({ page, farebox, chains, solanaWallet }) => {
    const errors = watchErrors(page);
    const before = await receivedOnSolana(chains);
    await signIn(page, await makePerson(farebox));
    await connect(page, { wallet: solanaWallet, network: 'Solana', amount: '25' });
    await expectAccessible(page);
    await payButton(page).click();
    await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });
    await expect(receipt(page).getByRole('link')).toHaveAttribute('href', /^https:\/\/solscan\.io\/tx\/\w{80,90}$/);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Add more' }).click();
    await page.getByRole('button', { name: '$5', exact: true }).click();
    await payButton(page).click();
    await expect(receipt(page)).toContainText('$5.00', { timeout: 20_000 });
    expect((await receivedOnSolana(chains)) - before).toBe(30n * MICRO);
    expect(await balanceOf(page)).toBe(30);
    expect(errors).toEqual([]);
  });
});
