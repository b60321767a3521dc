import type { Page } from '@playwright/test';
import { chatList, chatRow, chooseOf, keepRows, messageRow, readRows, showChats } from '../../support/chat-rows';
import { expect, signIn, test } from '../../support/fixtures';
import { expectAccessible } from '../../support/expect-accessible';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Noon a number of days ago, by the page's clock. */
const noon = (page: Page, daysAgo: number) =>
  page.evaluate((days) => {
    const now = new Date(Date.now());
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12).getTime();
  }, daysAgo);

/** The headings of the list with the titles under each. */
const foldersOf = (page: Page) =>
  chatList(page).evaluate((list) =>
    [...list.querySelectorAll('h2')].map((heading) => [
      heading.textContent,
      ...[...(heading.nextElementSibling?.querySelectorAll('[title]') ?? [])].map((row) => row.getAttribute('title')),
    ]),
  );

test('chats are grouped by date, and a pinned one is on top until it is unpinned', async ({ page }) => {
  const days = [0, 1, 4, 20, 75];
  const chats = await Promise.all(
    days.map(async (day) => chatRow({ id: `chat-${day}`, title: `Of ${day} days`, updatedAt: await noon(page, day) })),
  );
  await keepRows(page, { chats, messages: [] });
  await showChats(page);
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(await noon(page, 75));
  const byDate = [
    ['Today', 'Of 0 days'],
    ['Yesterday', 'Of 1 days'],
    ['Previous 7 days', 'Of 4 days'],
    ['Previous 30 days', 'Of 20 days'],
    [month, 'Of 75 days'],
  ];
  await expect.poll(() => foldersOf(page)).toEqual(byDate);
  await expect(page.getByRole('heading', { name: 'Previous 7 days' })).toBeVisible();
  await expectAccessible(page);

  await chooseOf(page, 'Of 20 days', 'Pin');
  await chooseOf(page, 'Of 75 days', 'Pin');
  await expect.poll(() => foldersOf(page)).toEqual([['Pinned', 'Of 75 days', 'Of 20 days'], ...byDate.slice(0, 3)]);
  // The page shows it before its row is written.
  await expect.poll(async () => (await readRows(page)).chats.filter((chat) => chat.pinned).length).toBe(2);
  await page.reload();
  await showChats(page);
  await expect.poll(async () => (await foldersOf(page))[0]).toEqual(['Pinned', 'Of 75 days', 'Of 20 days']);
  await expectAccessible(page);
  await chooseOf(page, 'Of 75 days', 'Unpin');
  await expect(chatList(page).getByTitle('Of 75 days')).toBeFocused();
  await chooseOf(page, 'Of 20 days', 'Unpin');
  await expect.poll(() => foldersOf(page)).toEqual(byDate);
});

test('a chat is renamed, deleted, and brought back', async ({ page }) => {
  await keepRows(page, {
    chats: [chatRow({ id: 'one', title: 'First name', leafId: 'm1' })],
    messages: [messageRow({ id: 'm1', chatId: 'one', text: 'Exact coins' })],
  });
  await showChats(page);
  await chooseOf(page, 'First name', 'Rename');
  await page.getByRole('textbox', { name: 'Chat title' }).fill('Second name');
  await page.keyboard.press('Enter');
  const list = chatList(page);
  await expect(list.getByRole('button', { name: 'Second name', exact: true })).toBeFocused();
  await chooseOf(page, 'Second name', 'Delete');
  await expect(list.getByText('Second name')).toHaveCount(0);
  expect(await readRows(page)).toEqual({ chats: [], messages: [] });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chatList(page)).toContainText('Second name');
  await expect.poll(async () => (await readRows(page)).messages.map(({ text }) => text)).toEqual(['Exact coins']);
});

test('deleting keeps the focus in the list, and Undo reopens what was open', async ({ page }) => {
  await keepRows(page, {
    chats: ['one', 'two', 'three'].map((id, at) =>
      chatRow({ id, title: `Chat ${id}`, leafId: `of-${id}`, updatedAt: Date.now() - 1_000 * at }),
    ),
    messages: ['one', 'two', 'three'].map((id) => messageRow({ id: `of-${id}`, chatId: id, text: `Words of ${id}` })),
  });
  const row = (title: string) => chatList(page).getByRole('button', { name: title, exact: true });
  await showChats(page);
  await row('Chat two').click();
  await expect(page.getByText('Words of two')).toBeVisible();
  await showChats(page);
  await chooseOf(page, 'Chat one', 'Delete');
  await expect(row('Chat one')).toHaveCount(0);
  await expect(row('Chat two')).toBeFocused();
  await chooseOf(page, 'Chat two', 'Delete');
  await expect(page).toHaveURL(/\/chat$/);
  const isDrawer = (await page.getByRole('dialog', { name: 'Chats' }).count()) > 0;
  await expect(isDrawer ? row('Chat three') : page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  const deletedTwo = page.getByRole('listitem').filter({ hasText: 'Deleted “Chat two”' });
  await deletedTwo.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/id=two$/);
  await expect(page.getByText('Words of two')).toBeVisible();
});

/** A question with two answers, the newer of which is shown, surrounded by many other messages. */
function longChat(): { chats: object[]; messages: object[] } {
  const messages: object[] = [
    messageRow({ id: 'q', chatId: 'long', text: 'Where is it?', createdAt: 1 }),
    messageRow({
      id: 'old',
      chatId: 'long',
      parentId: 'q',
      role: 'assistant',
      text: 'In the Café Zürich.',
      createdAt: 2,
    }),
    messageRow({ id: 'thanks', chatId: 'long', parentId: 'old', text: 'Thank you.', createdAt: 3 }),
    messageRow({ id: 'new', chatId: 'long', parentId: 'q', role: 'assistant', text: 'At home.', createdAt: 4 }),
  ];
  let parentId = 'thanks';
  for (let at = 0; at < 30; at += 1) {
    const id = `more-${at}`;
    const text = `${at} ${'Words that fill the column. '.repeat(20)}`;
    messages.push(
      messageRow({ id, chatId: 'long', parentId, role: at % 2 === 0 ? 'assistant' : 'user', text, createdAt: 10 + at }),
    );
    parentId = id;
  }
  const chats = [
    chatRow({ id: 'long', title: 'A long chat', leafId: 'new' }),
    chatRow({ id: 'other', title: 'Something else', leafId: 'x' }),
  ];
  return { chats, messages: [...messages, messageRow({ id: 'x', chatId: 'other', text: 'No coffee here.' })] };
}

test('the search leads to a message in a branch that was not shown', async ({ page }) => {
  await keepRows(page, longChat());
  await showChats(page);
  const field = page.getByRole('searchbox', { name: 'Search chats' });
  await field.fill('zurich CAFE');
  const results = page.getByTestId('search-results');
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await expect(results.locator('mark')).toHaveText(['Café', 'Zürich']);
  await expectAccessible(page);

  await results.getByRole('button').click();
  const hit = page.getByTestId('messages').getByText('In the Café Zürich.');
  await expect(hit).toBeInViewport();
  // Only the messages scroll: the page itself is not taller than the window.
  expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
  await expect(page.getByText('At home.')).toHaveCount(0);
  await expect(page.getByText('Thank you.')).toBeVisible();
  // Shown once: it is removed from the URL, and the chat stays where it was.
  await expect(page).toHaveURL(/\/chat\?id=long$/);
  await expect(hit).toBeInViewport();
});

test('the search counts messages, is navigated with arrow keys, and cleared with Escape', async ({ page }) => {
  await keepRows(page, longChat());
  await showChats(page);
  const field = page.getByRole('searchbox', { name: 'Search chats' });
  await field.fill('fill column');
  const results = page.getByTestId('search-results');
  await expect(results).toContainText('30 messages');
  await field.fill('e');
  await expect(results.getByRole('button')).toHaveCount(2);
  await field.press('ArrowDown');
  await expect(results.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(results.getByRole('button').last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await field.fill('lighthouse keeper');
  await expect(page.getByText('No chats match')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await expect(chatList(page)).toContainText('A long chat');
});
