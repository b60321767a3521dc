import type { Address } from 'viem';
import type { DevChains } from '../../../scripts/dev-chains';
import { balanceOf, signIn } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import { expect, test } from '../../support/wallets/test-wallets';
import { connect, heading, payButton, PAYMENTS, receipt, watchPayments } from './on-the-page';

const TEN_USDC = 10_000_000n;

const received = ({ base, settings }: DevChains) => base.usdcOf(settings.X402_PAY_TO_BASE as Address);

test('declining in the wallet returns to the quote, and nothing is paid', async ({
  page,
  farebox,
  baseWallet,
  solanaWallet,
}) => {
  const sent = watchPayments(page);
  await signIn(page, await makePerson(farebox));
  baseWallet.declines = true;
  await connect(page, { wallet: baseWallet, network: 'Base', amount: '10' });
  await payButton(page).click();
  const declined = page.getByText('You declined the request in your wallet.');
  await expect(declined).toBeVisible();
  await expect(heading(page, 'Add credit')).toBeVisible();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('10');
  await expectAccessible(page);

  solanaWallet.declines = true;
  await page.getByRole('radio', { name: 'Solana' }).check();
  await page.getByRole('button', { name: solanaWallet.name }).click();
  await payButton(page).click();
  await expect(heading(page, 'Add credit')).toBeVisible();
  await expect(declined).toBeVisible();
  expect(sent).toEqual([]);

  solanaWallet.declines = false;
  await payButton(page).click();
  await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });
  expect(sent).toHaveLength(1);
});

test('a reload in the middle sends the same payment again, and it is credited once', async ({
  page,
  farebox,
  chains,
  baseWallet,
}) => {
  const sent = watchPayments(page);
  const before = await received(chains);
  await signIn(page, await makePerson(farebox));
  // Takes the first request to the server, and never brings the answer.
  let isTaken = false;
  await page.route(PAYMENTS, async (route) => {
    if (isTaken) return route.continue();
    await route.fetch();
    isTaken = true;
  });
  await connect(page, { wallet: baseWallet, network: 'Base', amount: '10' });
  await payButton(page).click();
  await expect(heading(page, 'Submitting the payment')).toBeVisible();
  await expectAccessible(page, { isLoading: true });
  await expect.poll(() => isTaken).toBe(true);
  await page.reload();
  await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect((await received(chains)) - before).toBe(TEN_USDC);
  expect(await balanceOf(page)).toBe(10);
  await page.reload();
  await expect(heading(page, 'Add credit')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(2);
});

test('without a network the signed payment is kept, and sent again on request', async ({
  page,
  farebox,
  chains,
  baseWallet,
}) => {
  const sent = watchPayments(page);
  const before = await received(chains);
  await signIn(page, await makePerson(farebox));
  await page.route(PAYMENTS, (route) => route.abort('connectionfailed'));
  await connect(page, { wallet: baseWallet, network: 'Base', amount: '10' });
  await payButton(page).click();
  await expect(heading(page, 'The payment is not confirmed yet')).toBeVisible();
  await expect(page.getByText('The server cannot be reached.', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(receipt(page)).toContainText('$10.00', { timeout: 20_000 });
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);
  expect(baseWallet.signed).toBe(1);
  expect((await received(chains)) - before).toBe(TEN_USDC);
});

test('a payment that hangs is left to the server, which credits it, and another one is paid', async ({
  page,
  farebox,
  chains,
  baseWallet,
}) => {
  test.setTimeout(180_000);
  const sent = watchPayments(page);
  const before = await received(chains);
  await signIn(page, await makePerson(farebox));
  chains.base.faults.lie('eth_getTransactionReceipt', () => null);
  chains.base.faults.lie('eth_getLogs', () => []);
  await connect(page, { wallet: baseWallet, network: 'Base', amount: '10' });
  await payButton(page).click();
  await expect(heading(page, 'Waiting for Base')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('One signature can never be paid twice.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start another payment' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Add credit')).toBeFocused();
  const earlier = page.getByRole('status').filter({ hasText: 'payment of 10.00 USDC' });
  await expect(earlier).toContainText('is still on its way');
  const list = page.getByRole('table', { name: 'Payments' });
  await expect(list.getByText('pending')).toBeVisible();
  await expectAccessible(page);

  // The page does not send it again: the server goes on by itself.
  await page.reload();
  await expect(heading(page, 'Add credit')).toBeVisible();
  await expect(list.getByText('pending')).toBeVisible();
  chains.base.faults.clear();
  await expect(list.getByText('credited')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '$5', exact: true }).click();
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  // The wallet connects again by itself.
  await payButton(page).click();
  await expect(receipt(page)).toContainText('$5.00', { timeout: 20_000 });
  expect(sent).toHaveLength(2);
  expect(sent[1]).not.toBe(sent[0]);
  expect(((await received(chains)) - before) * 2n).toBe(TEN_USDC * 3n);
  expect(await balanceOf(page)).toBe(15);
});

test('a wallet without enough USDC gets the reason, and nothing is paid', async ({ page, farebox, baseWallet }) => {
  await signIn(page, await makePerson(farebox));
  await connect(page, { wallet: baseWallet, network: 'Base', amount: '10000' });
  await payButton(page).click();
  await expect(heading(page, 'The payment failed')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('The wallet has less USDC than the payment.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the quote' }).click();
  await expect(payButton(page)).toBeVisible();
  expect(await balanceOf(page)).toBe(0);
});
