import { balanceOf, expect, send, test } from '../support/fixtures';

test.use({ environment: { OWNER_EMAIL: '', OWNER_PASSWORD: '' } });

test('the first visitor becomes the owner, chats, stops midway, and the receipt matches the drop in the balance', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create the owner account' }).click();
  await page.getByLabel('Email').fill('first@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: /^create/i }).click();
  await page.waitForURL('**/start');
  await page.getByRole('link', { name: 'Use the local model' }).click();
  await page.waitForURL('**/chat');
  await expect(page.getByRole('button', { name: 'Available $1.00' })).toBeVisible();
  const before = await balanceOf(page);

  await send(page, 'Write a very long story about a ship, with many chapters.');
  const answer = page.getByRole('article', { name: /^Answer from/ });
  await expect(answer).toContainText(/\w+ \w+ \w+/);
  const early = (await answer.innerText()).length;
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(early + 20);
  await page.keyboard.press('Escape');

  const receipt = answer.getByRole('button', { name: /^Receipt: / });
  // Shows “charge pending” until the ledger has the charge.
  await expect(receipt).toContainText('$', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  const cost = Number(/\$([\d.]+)/.exec(await receipt.innerText())?.[1]);
  expect(cost).toBeGreaterThan(0);
  expect(await balanceOf(page)).toBeCloseTo(before - cost, 9);

  const kept = await answer.getByRole('paragraph').first().innerText();
  await page.reload();
  await expect(page.getByRole('article', { name: /^Answer from/ })).toContainText(kept.slice(0, 40));
});
