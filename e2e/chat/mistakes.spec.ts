import type { Page } from '@playwright/test';
import { chatList, chatRow, chooseOf, keepRows, messageRow, showChats } from '../support/chat-rows';
import { expect, send, signIn, test } from '../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const receipt = /^Receipt: .+ in · .+ out · \$/;

/** Counts the paid requests that the page sends. */
function countAsked(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/chat/completions')) asked += 1;
  });
  return () => asked;
}

test('a double click sends once and stops nothing', async ({ page }) => {
  const asked = countAsked(page);
  await page.getByRole('button', { name: /^Explain something/ }).dblclick();
  const answer = page.getByRole('article', { name: /^Answer from/ });
  await expect(answer.getByRole('button', { name: receipt })).toBeVisible();
  expect(asked()).toBe(1);

  await page.getByRole('textbox', { name: 'Message' }).fill('Say the word pear.');
  await page.getByTestId('send').dblclick();
  await expect(answer.last().getByRole('button', { name: receipt })).toBeVisible();
  await expect(answer).toHaveCount(2);
  await expect(answer.last()).not.toContainText('stopped');
  expect(asked()).toBe(2);
});

test('Enter held down, or a double click, opens an edit and does not send it', async ({ page }) => {
  const asked = countAsked(page);
  await send(page, 'Say the word apple.');
  await expect(page.getByRole('button', { name: receipt })).toBeVisible();
  await page.getByRole('button', { name: 'Edit message' }).focus();
  await page.keyboard.down('Enter');
  const editor = page.getByRole('textbox', { name: /edit/i });
  await expect(editor).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(editor).toHaveValue('Say the word apple.');
  expect(asked()).toBe(1);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit message' }).dblclick();
  await expect(editor).toHaveValue('Say the word apple.');
  // As if Send had appeared under the pointer: the second half of a double click.
  await page
    .locator('form')
    .filter({ has: editor })
    .getByRole('button', { name: 'Send' })
    .dispatchEvent('click', { detail: 2 });
  await expect(editor).toBeVisible();
  expect(asked()).toBe(1);
});

test('a title typed right away becomes the title, not a message', async ({ page }) => {
  const asked = countAsked(page);
  const [one, two] = [chatRow({ id: 'one', title: 'First name' }), chatRow({ id: 'two', title: 'Other' })];
  await keepRows(page, { chats: [one, two], messages: [] });
  await showChats(page);
  // On phones the first click closes the drawer that contains the row.
  const wide = (page.viewportSize()?.width ?? 0) >= 768;
  if (wide) await page.getByTitle('First name').dblclick();
  else await chooseOf(page, 'First name', 'Rename');
  if (!wide) await expect(page.getByRole('textbox', { name: 'Chat title' })).toBeFocused();
  await page.keyboard.type('Second name');
  await page.keyboard.press('Enter');
  await expect(chatList(page).getByTitle('Second name')).toBeVisible();
  await expect(page.getByTestId('composer')).toHaveValue('');
  expect(asked()).toBe(0);
});

test('a message that changes while it waits is not sent', async ({ page }) => {
  const asked = countAsked(page);
  let answer = () => {};
  const models = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/v1\/models\b/, async (route) => {
    await models;
    await route.continue();
  });
  await page.reload();
  await page
    .getByTestId('attach')
    .setInputFiles({ name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  const file = page.getByRole('button', { name: 'Remove wrong.txt' });
  await expect(file).toBeVisible();
  await page.getByTestId('composer').fill('What is this?');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('send')).toHaveAttribute('aria-busy', 'true');
  await file.click();
  answer();
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName(/^Model: /);
  await expect(page.getByTestId('send')).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByTestId('composer')).toHaveValue('What is this?');
  expect(asked()).toBe(0);
});

test('typing right after opening a search result is not interrupted', async ({ page }) => {
  const opened = chatRow({ id: 'far', title: 'Far', leafId: 'm400' });
  const messages = Array.from({ length: 400 }, (_, at) =>
    messageRow({
      id: `m${at + 1}`,
      chatId: 'far',
      parentId: at === 0 ? null : `m${at}`,
      role: at % 2 === 0 ? 'user' : 'assistant',
      text: at === 200 ? 'The lighthouse keeper.' : `Line ${at}. `.repeat(40),
    }),
  );
  await keepRows(page, { chats: [opened], messages });
  await showChats(page);
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('lighthouse');
  const found = page.getByTestId('search-results').getByRole('button');
  await expect(found).toHaveCount(1);
  const composer = page.getByTestId('composer');
  // Faster than anybody can type: right after the focus, while the chat is still loading.
  await composer.evaluate((field: HTMLTextAreaElement) => {
    const write = () => document.execCommand('insertText', false, 'goes on');
    field.addEventListener('focus', () => queueMicrotask(write), { once: true });
  });
  await found.press('Enter');
  // On touch screens, the field is focused by tapping it, once the list of chats no longer covers it.
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeHidden();
    await composer.focus();
  }
  await expect(composer).toHaveValue('goes on');
  await expect(page.getByTestId('messages').getByText('The lighthouse keeper.')).toBeInViewport();
  // Once shown, it is removed from the URL.
  await expect(page).toHaveURL(/\/chat\?id=far$/);
  await page.keyboard.type(' writing');
  await expect(composer).toHaveValue('goes on writing');
});
