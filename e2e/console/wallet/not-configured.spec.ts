import { expect, signIn, test } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';

test('without a receiver, the owner learns what to set', async ({ page }) => {
  await signIn(page);
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: 'Payments are not set up' })).toBeVisible();
  await expect(page.getByText('X402_PAY_TO_BASE')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Use it from code' })).toHaveCount(0);
  await expectAccessible(page);
});

test('and everybody else whom to ask, behind “Top up” on the balance', async ({ page, farebox }) => {
  await signIn(page, await makePerson(farebox));
  await page.getByRole('button', { name: /^Available \$/ }).click();
  await page.getByRole('link', { name: 'Top up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await expect(page.getByText('Ask its owner to set them up')).toBeVisible();
  await expectAccessible(page);
});
