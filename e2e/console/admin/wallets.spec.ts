import type { Page } from '@playwright/test';
import { balanceOf, signIn } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import { expect, test } from '../../support/wallets/test-wallets';
import { connect, heading, payButton } from '../wallet/on-the-page';

test.describe.configure({ timeout: 120_000 });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** The owner's page, in a browser of its own. */
async function openAsOwner(page: Page, query = ''): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const own = await context?.newPage();
  if (!own) throw new Error('There is no browser.');
  await signIn(own);
  await own.goto(`/admin?view=wallets${query}`);
  return own;
}

const payments = (page: Page) => page.getByRole('table', { name: 'Payments' });
/** The row of a payment; an open detail is a row below it. */
const rowOf = (page: Page, email: string) => payments(page).getByRole('row').filter({ hasText: email }).first();
const detailOf = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true });

/** Both sizes and themes, each accessible and without sideways scrolling. */
async function expectFine(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  }
  await page.setViewportSize(SIZES[0] ?? { width: 1440, height: 900 });
}

async function payOnBase(page: Page, baseWallet: Parameters<typeof connect>[1]['wallet']): Promise<void> {
  await connect(page, { wallet: baseWallet, network: 'Base', amount: '10' });
  await payButton(page).click();
}

test('a payment is listed, and refunds take its credit out once, up to its amount', async ({
  page,
  farebox,
  baseWallet,
}) => {
  const person = await makePerson(farebox);
  await signIn(page, person);
  await payOnBase(page, baseWallet);
  await expect(heading(page, 'Credit added')).toBeVisible({ timeout: 20_000 });

  const owner = await openAsOwner(page);
  const base = owner.getByRole('region', { name: 'Base' });
  await expect(base.getByText('working')).toBeVisible();
  await expect(base).toContainText('10.00 USDC');
  await expect(base).toContainText('minimum 0.0005 ETH');
  await expect(owner.getByRole('region', { name: 'Solana' })).toContainText('10 SOL');
  const row = rowOf(owner, person.email);
  await expect(row).toContainText('credited');
  await row.getByRole('button', { expanded: false }).first().click();
  const detail = detailOf(owner);
  await expect(detail.getByRole('link', { name: /basescan\.org/ })).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Check now' })).toHaveCount(0);
  await expectFine(owner);

  await detail.getByRole('button', { name: 'Record a refund' }).click();
  const amount = detail.getByRole('textbox', { name: 'Amount sent back' });
  await expect(amount).toBeFocused();
  await expectFine(owner);
  await amount.fill('12');
  await detail.getByRole('button', { name: 'Record refund' }).click();
  await expect(detail.getByText('Must be at most 10 USD, the amount of the payment')).toBeVisible();
  await amount.fill('4');
  await detail.getByRole('button', { name: 'Record refund' }).dblclick();
  await expect(detail.getByRole('status').filter({ hasText: 'taken out' })).toHaveText(
    '$4 was taken out. The account’s balance is $6.00.',
  );
  await expectAccessible(owner);
  await detail.getByRole('button', { name: 'Done' }).click();
  await expect(detail).toContainText('then partly refunded');
  await expect(detail.getByText(/then partly refunded/)).toBeFocused();
  await expect(row).toContainText('partly refunded');
  expect(await balanceOf(page)).toBe(6);

  await detail.getByRole('button', { name: 'Record a refund' }).click();
  await amount.fill('6');
  await detail.getByRole('textbox', { name: 'Transaction (optional)' }).fill('0xabc');
  await detail.getByRole('button', { name: 'Record refund' }).click();
  await detail.getByRole('button', { name: 'Done' }).click();
  await expect(detail.getByRole('button', { name: 'Record a refund' })).toHaveCount(0);
  expect(await balanceOf(page)).toBe(0);
  await row.getByRole('button', { name: person.email }).click();
  await expect(owner.getByRole('dialog', { name: person.email })).toBeVisible();
  await owner.context().close();
});

test('an open payment comes first, is left to the server that works on it, and is credited when the network shows it', async ({
  page,
  farebox,
  chains,
  baseWallet,
}) => {
  const person = await makePerson(farebox);
  await signIn(page, person);
  chains.base.faults.lie('eth_getTransactionReceipt', () => null);
  chains.base.faults.lie('eth_getLogs', () => []);
  await payOnBase(page, baseWallet);
  await expect.poll(() => chains.base.faults.callsOf('eth_getTransactionReceipt')).toBeGreaterThan(0);

  const owner = await openAsOwner(page, '&payments=open');
  const row = rowOf(owner, person.email);
  await expect(row).toContainText('pending');
  await row.getByRole('button', { expanded: false }).first().click();
  const detail = detailOf(owner);
  await expect(detail).toContainText('Sent to Base, which does not show it yet.');
  await detail.getByRole('button', { name: 'Check now' }).click();
  await expect(detail.getByText(/^The server is working on this payment/)).toBeVisible();
  await expectFine(owner);
  chains.base.faults.clear();
  // The list follows open payments by itself.
  await expect(row).toHaveCount(0, { timeout: 30_000 });
  await expect(owner.getByRole('heading', { name: 'No open payments' })).toBeVisible();
  await owner.getByRole('combobox', { name: 'Payments to show' }).click();
  await owner.getByRole('option', { name: 'Credited' }).click();
  await expect(owner).toHaveURL(/payments=credited/);
  await expect(row).toContainText('credited');
  expect(await balanceOf(page)).toBe(10);
  await owner.context().close();
});

test('an empty fee payer and a silent node are named', async ({ page, chains }) => {
  await page.goto('/sign-in');
  chains.base.faults.lie('eth_getBalance', () => '0x10');
  chains.solana.faults.answer500();
  const owner = await openAsOwner(page);
  const problem = owner.getByText(/to pay fees: send it 0\.0005 ETH or more\./);
  // An answer counts for ten seconds.
  await expect(async () => {
    await owner.reload();
    await expect(problem).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 40_000 });
  const solana = owner.getByRole('region', { name: 'Solana' });
  await expect(solana.getByText('needs attention')).toBeVisible();
  await expect(solana.getByText(/X402_SOLANA_RPC_URL does not answer/)).toBeVisible();
  await expect(solana.getByText('not known').first()).toBeVisible();
  await expectFine(owner);
  const ready = await owner.request.get('/api/health/ready');
  expect(ready.status()).toBe(200);
  chains.base.faults.clear();
  chains.solana.faults.clear();
  await owner.context().close();
});
