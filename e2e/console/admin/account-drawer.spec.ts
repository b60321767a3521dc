import type { Locator, Page } from '@playwright/test';
import { expect, signIn } from '../../support/fixtures';
import { admin } from '../../support/operator';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import type { FareboxServer } from '../../support/server';
import { pageOf, test } from './installation';

/** The drawer of an account, found by its email. */
async function openAccount(page: Page, email: string): Promise<Locator> {
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(email);
  await page.getByRole('table', { name: 'Accounts' }).getByRole('button', { name: email }).click();
  const drawer = page.getByRole('dialog', { name: email });
  await expect(drawer.getByRole('textbox', { name: 'Reference' })).toBeVisible();
  return drawer;
}

const keyOf = async (farebox: FareboxServer, email: string) => {
  const made = await admin(farebox, 'key', 'create', '--email', email, '--type', 'INFERENCE');
  return { authorization: `Bearer ${String(made.apiKey)}` };
};

test('credit is granted, shown on a receipt, visible to the account, and added once', async ({
  page,
  browser,
  farebox,
}) => {
  const person = await makePerson(farebox);
  const member = await pageOf(browser, farebox, person);
  await expect(member.getByRole('button', { name: 'Available $1.00' })).toBeVisible();
  const drawer = await openAccount(page, person.email);
  await expectAccessible(page);
  const amount = drawer.getByRole('textbox', { name: 'Amount' }).first();
  const reference = drawer.getByRole('textbox', { name: 'Reference' });
  await amount.fill('ten');
  await drawer.getByRole('button', { name: 'Grant credit' }).click();
  await expect(drawer.getByText(/^Must be an amount of USD above 0/)).toBeVisible();
  await expect(amount).toBeFocused();
  await amount.fill('$5.25');
  await drawer.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Payment received' }).click();
  const invoice = `invoice-${Date.now()}`;
  await reference.fill(invoice);
  await drawer.getByRole('button', { name: 'Grant credit' }).dblclick();
  const receipt = drawer.getByRole('group', { name: 'Added credit' });
  await expect(receipt).toContainText('$5.25');
  await expect(receipt).toContainText('Payment received');
  await expect(receipt).toContainText('$6.25');
  await expectAccessible(page);
  await member.reload();
  await expect(member.getByRole('button', { name: 'Available $6.25' })).toBeVisible();

  const again = async (usd: string) => {
    await amount.fill(usd);
    await drawer.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Payment received' }).click();
    await reference.fill(invoice);
    await drawer.getByRole('button', { name: 'Grant credit' }).click();
  };
  await drawer.getByRole('button', { name: 'Grant more' }).click();
  await again('7');
  await expect(drawer.getByText('Already used, with other values')).toBeVisible();
  await again('5.25');
  await expect(receipt).toContainText('nothing was added now');
  await member.reload();
  await expect(member.getByRole('button', { name: 'Available $6.25' })).toBeVisible();
});

test('tier and Pro change immediately, and a failed change is reverted and reported', async ({
  page,
  farebox,
  request,
}) => {
  const person = await makePerson(farebox);
  const headers = await keyOf(farebox, person.email);
  const tier = async () => {
    const answer = await request.get('/api/v1/api_keys/rate_limits', { headers });
    return ((await answer.json()) as { data: { apiTier: { id: string } } }).data.apiTier.id;
  };
  expect(await tier()).toBe('paid');
  const drawer = await openAccount(page, person.email);
  await drawer.getByRole('combobox', { name: 'Limits' }).click();
  await page.getByRole('option', { name: 'Partner' }).click();
  await expect(drawer.getByText('Partner').first()).toBeVisible();
  await expect.poll(tier).toBe('partner');

  const pro = drawer.getByRole('switch', { name: 'Pro' });
  await pro.click();
  await expect(pro).toBeChecked();
  await page.reload();
  await expect(pro).toBeChecked();
  await page.route('**/api/console/admin/accounts/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { error: 'The database is away.', code: 'NOT_READY' } })
      : route.continue(),
  );
  await pro.click();
  await expect(drawer.getByText('The change was not saved.')).toBeVisible();
  await expect(drawer.getByText('The database is away.')).toBeVisible();
  await expect(pro).toBeChecked();
});

test('a block stops keys and sessions immediately, and can be lifted', async ({ page, browser, farebox, request }) => {
  const person = await makePerson(farebox);
  const headers = await keyOf(farebox, person.email);
  const member = await pageOf(browser, farebox, person);
  const statuses = async () => [
    (await request.get('/api/v1/api_keys/rate_limits', { headers })).status(),
    (await member.request.get('/api/console/account')).status(),
  ];
  expect(await statuses()).toEqual([200, 200]);
  const drawer = await openAccount(page, person.email);
  const block = drawer.getByRole('button', { name: 'Block', exact: true });
  await block.click();
  const question = drawer.getByRole('group', { name: 'Block this account?' });
  await expect(question.getByRole('button', { name: 'Keep active' })).toBeFocused();
  await question.getByRole('button', { name: 'Keep active' }).click();
  await expect(block).toBeFocused();
  expect(await statuses()).toEqual([200, 200]);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Keep active' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Its keys and sessions are refused.')).toBeVisible();
  await expect.poll(statuses).toEqual([403, 403]);
  await member.goto('/keys');
  await expect(member).toHaveURL(/\/sign-in/);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Unblock' }).click();
  await expect(drawer.getByText('Its keys and sessions work.')).toBeVisible();
  await expect.poll(statuses).toEqual([200, 200]);
});

test('a stake grants DIEM, a wallet belongs to one account, and a reset link is shown', async ({
  page,
  browser,
  farebox,
}) => {
  const person = await makePerson(farebox);
  const drawer = await openAccount(page, person.email);
  const stake = drawer.getByRole('region', { name: 'Stake' });
  await stake.getByRole('textbox', { name: 'Amount' }).fill('3.5');
  await stake.getByRole('button', { name: 'Set stake' }).click();
  await expect(stake.getByText('Set to 3.50 DIEM per day.')).toBeVisible();
  await expect(drawer.getByText('DIEM left today')).toBeVisible();
  const member = await pageOf(browser, farebox, person);
  await expect(member.getByText('3.50 DIEM')).toBeVisible();

  const wallet = `0x${Date.now().toString(16).padStart(40, 'a')}`;
  await stake.getByRole('combobox', { name: 'Stake source' }).click();
  await page.getByRole('option', { name: 'Wallet' }).click();
  await stake.getByRole('textbox', { name: 'Wallet' }).fill('0x12');
  await stake.getByRole('button', { name: 'Set stake' }).click();
  await expect(stake.getByText(/^Must be an address/)).toBeVisible();
  await stake.getByRole('textbox', { name: 'Wallet' }).fill(wallet);
  await stake.getByRole('button', { name: 'Set stake' }).click();
  await expect(stake.getByText('The wallet is linked.')).toBeVisible();
  await expect(drawer.getByText('Staking wallet')).toBeVisible();

  await drawer.getByRole('button', { name: 'Create reset link' }).click();
  const link = await drawer.getByLabel('Password link').innerText();
  // It is shown once: a key pressed by habit must not take it away.
  await page.keyboard.press('Escape');
  await expect(drawer.getByLabel('Password link')).toHaveText(link);
  const visitor = await pageOf(browser, farebox);
  await visitor.goto(new URL(link).pathname + new URL(link).search);
  await visitor.getByLabel('New password', { exact: true }).fill('a third long password');
  await visitor
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await visitor.waitForURL(/\/sign-in/);
  await signIn(visitor, { email: person.email, password: 'a third long password' });
});
