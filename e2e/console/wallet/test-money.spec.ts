import type { Locator, Page } from '@playwright/test';
import type { Address } from 'viem';
import type { DevChains } from '../../../scripts/dev-chains';
import { expectAccessible } from '../../support/expect-accessible';
import { balanceOf, signIn } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expect, test } from '../../support/wallets/test-money';
import { chooseOrKeep, heading, payButton, receipt, watchErrors } from './on-the-page';

/* LOCAL_CHAINS=1: the whole flow without an extension, and the mark of test money on every page. */

const MICRO = 1_000_000n;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const received = {
  Base: ({ base, settings }: DevChains) => base.usdcOf(settings.X402_PAY_TO_BASE as Address),
  Solana: ({ solana, settings }: DevChains) =>
    solana.usdcOf(settings.X402_PAY_TO_SOLANA as Parameters<typeof solana.usdcOf>[0]),
};

const mark = (page: Page) => page.getByRole('button', { name: 'Test money' }).and(page.locator(':visible'));

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with this wallet' });

/** Connects the test wallet. On Solana the one of an earlier visit is connected by itself. */
async function chooseTestWallet(page: Page, connected: Locator) {
  const choice = page.getByRole('button', { name: 'Test wallet' });
  await expect(choice.or(connected)).toBeVisible();
  await expectAccessible(page);
  await chooseOrKeep(choice, connected);
}

/** Pays with the built-in test wallet, from the empty page to the receipt. */
async function payWithTestWallet(page: Page, network: 'Base' | 'Solana', amount: string) {
  await page.goto('/wallet');
  await expect(mark(page)).toBeVisible();
  await expect(page.getByText('It costs nothing and is worth nothing.')).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('radio', { name: network }).check();
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await chooseTestWallet(page, payButton(page));
  await expectAccessible(page);
  await payButton(page).click();
  await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });
  // No site shows a transaction of a local chain.
  await expect(receipt(page)).toContainText(`on the local ${network}`);
  await expect(receipt(page).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
}

for (const [name, use] of [['a desktop', {}] as const, ['a phone', PHONE] as const]) {
  test.describe(`on ${name}`, () => {
    test.use(use);

    for (const network of ['Base', 'Solana'] as const) {
      test(`the test wallet pays on ${network}`, async ({ page, farebox, chains }) => {
        const errors = watchErrors(page);
        const before = await received[network](chains);
        await signIn(page, await makePerson(farebox));
        await payWithTestWallet(page, network, '12.50');
        expect((await received[network](chains)) - before).toBe(12n * MICRO + MICRO / 2n);
        expect(await balanceOf(page)).toBe(12.5);
        expect(errors).toEqual([]);
      });
    }

    test('every page is marked for visitors', async ({ page }) => {
      for (const path of ['/', '/sign-in', '/sign-up', '/reset-password', '/models', '/docs', '/nowhere']) {
        await page.goto(path);
        await expect(mark(page), path).toBeVisible();
        await expectAccessible(page);
      }
    });

    test('every page is marked for people, and the mark says what it means', async ({ page, farebox }) => {
      await signIn(page, await makePerson(farebox));
      for (const path of ['/chat', '/keys', '/models', '/usage', '/limits', '/settings', '/wallet']) {
        await page.goto(path);
        await expect(mark(page), path).toBeVisible();
      }
      await mark(page).click();
      await expect(page.getByRole('dialog', { name: 'Test money' })).toContainText('costs nothing, is worth nothing');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(mark(page)).toBeFocused();
    });
  });
}

for (const network of ['Base', 'Solana'] as const) {
  test(`the test wallet signs in on ${network}, again to the same account, and pays for it`, async ({ page }) => {
    const errors = watchErrors(page);
    const wallets = page.getByRole('region', { name: 'Wallets' });
    const enter = async () => {
      await page.goto('/sign-in?next=%2Fsettings');
      await page.getByRole('button', { name: 'Continue with a wallet' }).click();
      await page.getByRole('radio', { name: network }).check();
      await chooseTestWallet(page, signInButton(page));
      await signInButton(page).click();
      await page.waitForURL('**/settings');
      return wallets.locator('[title]').first().getAttribute('title');
    };
    const address = await enter();
    expect(address).toMatch(network === 'Base' ? /^0x[0-9a-f]{40}$/i : /^\w{32,44}$/);
    await page.context().clearCookies();
    expect(await enter()).toBe(address);
    await payWithTestWallet(page, network, '5');
    await expect(receipt(page)).toContainText('$5.00');
    await expect(receipt(page).locator(`[title="${address}" i]`)).toBeVisible();
    expect(await balanceOf(page)).toBe(5);
    expect(errors).toEqual([]);
  });
}

test('an account keeps its test wallet when another account uses the same browser', async ({ page, farebox }) => {
  const enter = async () => {
    await page.goto('/sign-in?next=%2Fsettings');
    await page.getByRole('button', { name: 'Continue with a wallet' }).click();
    await expect(page.getByText('stays in this browser when you sign out')).toBeVisible();
    await chooseTestWallet(page, signInButton(page));
    await signInButton(page).click();
    await page.waitForURL('**/settings');
    return page.getByRole('region', { name: 'Wallets' }).locator('[title]').first().getAttribute('title');
  };
  const payerOfReceipt = async () => receipt(page).locator('[title^="0x"]').first().getAttribute('title');
  const address = await enter();
  await page.context().clearCookies();

  await signIn(page, await makePerson(farebox));
  await payWithTestWallet(page, 'Base', '5');
  expect(await payerOfReceipt()).not.toBe(address?.toLowerCase());
  await page.context().clearCookies();

  expect(await enter()).toBe(address);
  await payWithTestWallet(page, 'Base', '5');
  expect((await payerOfReceipt())?.toLowerCase()).toBe(address?.toLowerCase());
  expect(await balanceOf(page)).toBe(5);
});

test('the server says that test money is on', ({ farebox }) => {
  expect(farebox.output()).toContain('TEST MONEY is on');
  expect(farebox.output()).toContain('Wallets pay with USDC on Base and Solana');
  expect(farebox.output()).not.toContain('  ! ');
});
