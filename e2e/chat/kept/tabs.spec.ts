import { chatList, chooseOf, readRows, showChats } from '../../support/chat-rows';
import { expect, test } from '../../support/clients';
import { send } from '../../support/fixtures';
import { answersOf, openWith, wordsIn } from './on-the-page';

test.beforeEach(async ({ page }) => {
  await openWith(page, 'slow');
  await send(page, 'Say many words.');
  await expect.poll(() => wordsIn(answersOf(page))).toBeGreaterThan(10);
  // The partial answer is stored twice a second.
  await page.waitForTimeout(700);
});

test('a duplicated tab leaves the answer to the tab that writes it', async ({ page }) => {
  const coming = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.href));
  const copy = await coming;
  await expect.poll(() => wordsIn(answersOf(copy))).toBeGreaterThan(10);
  const seen = await wordsIn(answersOf(copy));
  await expect.poll(() => wordsIn(answersOf(copy))).toBeGreaterThan(seen + 20);
  await expect(copy.getByText('cut off when the page closed')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answersOf(copy).getByRole('button', { name: /^Receipt: / })).toContainText('stopped');
});

test('an answer stops when another tab deletes its chat', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/chat');
  await showChats(other);
  await expect(chatList(other).getByTitle('Say many words.')).toBeVisible();
  await chooseOf(other, 'Say many words.', 'Delete');
  await expect(page.getByText('This chat is not in this browser')).toBeVisible();
  await page.waitForTimeout(1_500);
  expect(await readRows(other)).toEqual({ chats: [], messages: [] });
});
