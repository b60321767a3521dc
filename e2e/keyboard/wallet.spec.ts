import { signIn } from '../support/fixtures';
import { enterOn, tabTo } from '../support/keyboard';
import { makePerson } from '../support/people';
import { expect, test } from '../support/wallets/test-wallets';

test('credit is added by keyboard, with a focus that is never lost', async ({ page, farebox, solanaWallet }) => {
  test.setTimeout(120_000);
  await signIn(page, await makePerson(farebox));
  await page.goto('/wallet');
  await tabTo(page, page.getByLabel('Amount', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7.5');
  await tabTo(page, page.getByRole('radio', { name: 'Base' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Solana' })).toBeChecked();
  await enterOn(page, page.getByRole('button', { name: 'Connect a wallet' }));
  await expect(page.getByRole('heading', { name: 'Choose a wallet' })).toBeFocused();
  await enterOn(page, page.getByRole('button', { name: solanaWallet.name }));
  await expect(page.getByRole('button', { name: 'Sign and pay $7.50' })).toBeFocused();
  await page.keyboard.press('Enter');
  const added = page.getByRole('heading', { name: 'Credit added' });
  await expect(added).toBeVisible({ timeout: 20_000 });
  await expect(added).toBeFocused();
  await enterOn(page, page.getByRole('button', { name: 'Add more' }));
  await expect(page.getByRole('heading', { name: 'Add credit' })).toBeFocused();
});

test('a wallet signs in by keyboard, also after a request that was never answered', async ({ page, baseWallet }) => {
  await page.goto('/sign-in?next=%2Fsettings');
  await enterOn(page, page.getByRole('button', { name: 'Continue with a wallet' }));
  await expect(page.getByRole('heading', { name: 'Sign in with a wallet' })).toBeFocused();
  await enterOn(page, page.getByRole('button', { name: baseWallet.name }));
  const signInButton = page.getByRole('button', { name: 'Sign in with this wallet' });
  await expect(signInButton).toBeFocused();
  baseWallet.isSlow = true;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Confirm in the wallet' })).toBeAttached();
  await enterOn(page, page.getByRole('button', { name: 'Stop waiting' }));
  await expect(signInButton).toBeFocused();
  baseWallet.isSlow = false;
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings');
});
