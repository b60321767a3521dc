import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';
import { seesNothingWrong } from '../support/sees-nothing-wrong';

const ticket = /^Ticket: .+ in · .+ out · \$/;

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** A column, brought into view where a phone shows one at a time. */
async function columnOf(page: Page, model: string): Promise<Locator> {
  const tab = page.getByRole('group', { name: 'Model in view' }).getByRole('button', { name: model });
  if (await tab.isVisible()) await tab.click();
  return page.getByRole('region', { name: model, exact: true });
}

/** Chooses the model of a column by its place. */
async function choose(page: Page, from: string, model: string): Promise<void> {
  const column = await columnOf(page, from);
  await column.getByRole('combobox', { name: /^Model: / }).click();
  await page.getByRole('combobox', { name: 'Search models' }).fill(model);
  await page.getByRole('option', { name: new RegExp(`^${model}`) }).click();
  await expect(await columnOf(page, model)).toBeVisible();
}

test('one message goes to two models, each answers beside the other with its ticket', async ({ page }) => {
  await page.getByRole('link', { name: 'Compare models' }).click();
  await page.waitForURL('**/chat/compare*');
  const names = await page.getByTestId('compare-column').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  expect(names).toHaveLength(2);
  await choose(page, names[0] ?? '', 'paired');
  await choose(page, names[1] ?? '', 'demo');
  await seesNothingWrong(page);

  await send(page, 'Which of you is quicker?');
  for (const model of ['paired', 'demo']) {
    const column = await columnOf(page, model);
    await expect(column.getByRole('article', { name: /^Answer of/ })).toContainText(
      'You said: Which of you is quicker?',
    );
    await expect(column.getByRole('button', { name: ticket })).toBeVisible();
  }
  await seesNothingWrong(page);
  // At once: what is written while the chats are still being read waits for them.
  await page.reload();
  await send(page, 'And now?');
  for (const model of ['paired', 'demo']) {
    const column = await columnOf(page, model);
    await expect(column.getByRole('article', { name: /^Answer of/ })).toHaveCount(2);
    await expect(column.getByRole('button', { name: ticket })).toHaveCount(2);
  }

  // The list has one row of it; either chat goes on alone.
  const column = await columnOf(page, 'demo');
  await column.getByRole('link', { name: 'Open alone' }).click();
  await page.waitForURL(/\/chat\?id=/);
  await expect(page.getByRole('article', { name: /^Answer of demo/ })).toHaveCount(2);
  const chats = page.getByRole('button', { name: 'Chats', exact: true });
  if (await chats.isVisible()) await chats.click();
  const rows = page.getByTestId('chat-list').getByRole('listitem').filter({ hasText: 'Which of you is quicker?' });
  await expect(rows).toHaveCount(1);
  await rows
    .getByRole('button', { name: /Which of you is quicker/ })
    .first()
    .click();
  await page.waitForURL('**/chat/compare?id=*');
  await expect(page.getByTestId('compare-column')).toHaveCount(2);
});

test('a third model joins and leaves; Stop ends all answers', async ({ page }) => {
  await page.goto('/chat/compare?models=slow,demo');
  await page.getByRole('button', { name: 'Add a model' }).click();
  await expect(page.getByTestId('compare-column')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Add a model' })).toHaveCount(0);
  const last = page.getByTestId('compare-column').last();
  const name = (await last.getAttribute('aria-label')) ?? '';
  await (await columnOf(page, name)).getByRole('button', { name: `Take ${name} out` }).click();
  await expect(page.getByTestId('compare-column')).toHaveCount(2);

  await send(page, 'Say many words.');
  const slow = await columnOf(page, 'slow');
  await expect(slow.getByRole('article', { name: /^Answer of slow/ })).toContainText('word word');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByTestId('send')).toBeVisible();
  await expect(slow.getByRole('button', { name: /^Ticket: / })).toBeVisible();
});
