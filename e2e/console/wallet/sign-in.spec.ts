import type { Page } from '@playwright/test';
import { balanceOf, signIn } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import type { TestWallet } from '../../support/wallets/test-wallet';
import { expect, test } from '../../support/wallets/test-wallets';
import { heading, payButton, watchErrors } from './on-the-page';

/** Signs in with a wallet on the sign-in page. @param isKnown whether the page has connected it before */
async function signInWithWallet(
  page: Page,
  wallet: TestWallet,
  network: 'Base' | 'Solana',
  isKnown = false,
): Promise<void> {
  await page.goto('/sign-in?next=%2Fsettings');
  await page.getByRole('button', { name: 'Continue with a wallet' }).click();
  await page.getByRole('radio', { name: network }).check();
  if (!isKnown) await page.getByRole('button', { name: wallet.name }).click();
  await expect(page.getByRole('button', { name: 'Sign in with this wallet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with this wallet' }).click();
  await page.waitForURL('**/settings');
}

const signOut = (page: Page) => page.context().clearCookies();

/** Unlinks the only wallet, which signs out. */
async function unlink(page: Page): Promise<void> {
  await wallets(page)
    .getByRole('button', { name: /^Unlink/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink and sign out' }).click();
  await page.waitForURL('**/sign-in?ended=1');
}

const wallets = (page: Page) => page.getByRole('region', { name: 'Wallets' });

test('a wallet signs in to an account of its own, which then gets an email and a password', async ({
  page,
  baseWallet,
}) => {
  const errors = watchErrors(page);
  await signInWithWallet(page, baseWallet, 'Base');
  await expect(wallets(page)).toContainText('It is the only way to sign in to this account');
  await expect(wallets(page).getByRole('button', { name: /^Unlink/ })).toHaveCount(0);
  await expectAccessible(page);

  const email = `wallet-${Date.now()}@example.com`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByLabel('New password').fill('a long new password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password set.')).toBeVisible();
  await unlink(page);
  await signIn(page, { email, password: 'a long new password' });
  expect(errors).toEqual([]);
});

test('declining on the sign-in page changes nothing, and the next try signs in', async ({ page, baseWallet }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with a wallet' }).click();
  await page.getByRole('button', { name: baseWallet.name }).click();
  baseWallet.declines = true;
  await page.getByRole('button', { name: 'Sign in with this wallet' }).click();
  await expect(page.getByText('You declined the request in your wallet. Sign when you are ready.')).toBeVisible();
  baseWallet.declines = false;
  await page.getByRole('button', { name: 'Sign in with this wallet' }).click();
  await page.waitForURL('**/chat');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a person links a wallet, merges its credit, signs in with it, and unlinks it', async ({
    page,
    farebox,
    solanaWallet,
  }) => {
    const errors = watchErrors(page);
    await signInWithWallet(page, solanaWallet, 'Solana');
    await page.goto('/wallet');
    await page.getByLabel('Amount', { exact: true }).fill('7');
    await page.getByRole('radio', { name: 'Solana' }).check();
    await page.getByRole('button', { name: 'Connect a wallet' }).click();
    // The wallet of the sign-in connects again by itself.
    await payButton(page).click();
    await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });
    await signOut(page);

    const person = await makePerson(farebox);
    await signIn(page, person);
    await page.goto('/settings');
    await wallets(page).getByRole('button', { name: 'Link a wallet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Solana' }).check();
    await dialog.getByRole('button', { name: 'Sign and link' }).click();
    await expect(dialog).toContainText('This wallet has an account of its own, with $7.00 of credit.');
    await expectAccessible(page);
    expect(await balanceOf(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Merge and link' }).click();
    await expect(wallets(page)).toContainText('Wallet linked. $7.00 of credit was added.');
    expect(await balanceOf(page)).toBe(7);
    await expectAccessible(page);

    await signOut(page);
    await signInWithWallet(page, solanaWallet, 'Solana', true);
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await unlink(page);
    await signIn(page, person);
    expect(await balanceOf(page)).toBe(7);
    expect(errors).toEqual([]);
  });
});
