import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { ChatMessage } from '../../../lib/client/chat/types';
import {
  chatList,
  importFile,
  chatRow,
  chooseOf,
  keepRows,
  messageRow,
  readRows,
  showChats,
  type ChatRows,
} from '../../support/chat-rows';
import { expect, signIn, test } from '../../support/fixtures';
import { expectAccessible } from '../../support/expect-accessible';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Two chats: one with two branches and an image, and a comparison of two models. */
const ROWS: ChatRows = {
  chats: [
    chatRow({ id: 'fares', title: 'Fares', leafId: 'a2', pinned: 3, updatedAt: 1_795_000_000_000 }),
    chatRow({ id: 'left', title: 'Side by side', leafId: 'l', compared: 'left', updatedAt: 1_794_000_000_000 }),
    chatRow({ id: 'right', title: 'Side by side', leafId: 'r', compared: 'left', updatedAt: 1_794_000_000_000 }),
  ],
  messages: [
    messageRow({
      id: 'q',
      chatId: 'fares',
      text: 'How much is this?',
      attachments: [{ id: 'p', kind: 'image', name: 'dot.png', type: 'image/png', bytes: 70, url: DOT }],
    }),
    messageRow({
      id: 'a1',
      chatId: 'fares',
      parentId: 'q',
      role: 'assistant',
      text: 'Two.',
      modelId: 'm',
      createdAt: 2,
    }),
    messageRow({
      id: 'a2',
      chatId: 'fares',
      parentId: 'q',
      role: 'assistant',
      text: 'Three.',
      modelId: 'm',
      createdAt: 3,
    }),
    messageRow({ id: 'l', chatId: 'left', text: 'Left' }),
    messageRow({ id: 'r', chatId: 'right', text: 'Right' }),
  ],
};

/** Rows without their IDs: chats by title with their message trees. */
function shapeOf({ chats, messages }: ChatRows): unknown {
  const lead = new Map(chats.map(({ id }) => [id, messages.find(({ chatId }) => chatId === id)?.text]));
  const tree = (chatId: string, parentId: string | null): unknown[] =>
    messages
      .filter((message) => message.chatId === chatId && message.parentId === parentId)
      .map(({ id, text, attachments, createdAt }: ChatMessage) => ({
        text,
        attachments,
        createdAt,
        below: tree(chatId, id),
      }))
      .sort((a, b) => a.createdAt - b.createdAt);
  return chats
    .map(({ id, leafId, compared, ...chat }) => ({
      ...chat,
      leaf: messages.find((message) => message.id === leafId)?.text,
      compared: compared === undefined ? undefined : lead.get(compared),
      tree: tree(id, null),
    }))
    .sort((a, b) => String(a.leaf).localeCompare(String(b.leaf)));
}

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await act();
  const download: Download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const exportAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Folders, import, and export' }).click();
  await page.getByRole('menuitem', { name: 'Export all chats' }).click();
};

test('all chats are exported, deleted, and imported again with their branches and pictures', async ({ page }) => {
  await keepRows(page, ROWS);
  await showChats(page);
  const file = await saved(page, () => exportAll(page));
  expect(file.name).toMatch(/^farebox-chats-\d{4}-\d\d-\d\d\.json$/);
  for (const title of ['Fares', 'Side by side']) await chooseOf(page, title, 'Delete');
  await expect.poll(() => readRows(page)).toEqual({ chats: [], messages: [] });

  await importFile(page, file.text);
  const report = page.getByRole('dialog', { name: '2 chats imported' });
  await expect(report).toContainText('creates copies');
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Close' }).last().click();
  const rows = await readRows(page);
  expect(shapeOf(rows)).toEqual(shapeOf(ROWS));
  const before = new Set([...ROWS.chats, ...ROWS.messages].map(({ id }) => id));
  expect([...rows.chats, ...rows.messages].filter(({ id }) => before.has(id))).toEqual([]);
  await chatList(page).getByTitle('Fares').click();
  await expect(page.getByRole('article', { name: /^Answer from/ })).toContainText('Three.');
  await expect(page.getByRole('button', { name: 'Enlarge dot.png' })).toBeVisible();
});

test('a single chat is exported as JSON and as Markdown', async ({ page }) => {
  await keepRows(page, ROWS);
  await showChats(page);
  const markdown = await saved(page, () => chooseOf(page, 'Fares', 'Export as Markdown'));
  expect(markdown).toEqual({
    name: 'Fares.md',
    text: '# Fares\n\n## You\n\n_Image: dot.png_\n\nHow much is this?\n\n## m\n\nThree.\n',
  });
  const group = await saved(page, () => chooseOf(page, 'Side by side', 'Export as JSON'));
  expect((JSON.parse(group.text) as { chats: { id: string }[] }).chats.map(({ id }) => id).sort()).toEqual([
    'left',
    'right',
  ]);
});

test('a damaged chat is skipped and named, and a damaged file changes nothing', async ({ page }) => {
  await keepRows(page, ROWS);
  await showChats(page);
  const { text } = await saved(page, () => exportAll(page));
  const file = JSON.parse(text) as { chats: { title: string; messages: { role: string }[] }[] };
  const fares = file.chats.find(({ title }) => title === 'Fares');
  if (fares?.messages[1]) fares.messages[1].role = 'robot';
  await importFile(page, JSON.stringify(file));
  const report = page.getByRole('dialog', { name: '1 chat imported, 1 skipped' });
  await expect(report).toContainText('Chat 1, “Fares”');
  await expect(report).toContainText('message 2, role: must be “user” or “assistant”');
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Close' }).last().click();

  const before = await readRows(page);
  for (const [broken, message] of [
    [text.slice(0, 50), 'it is not JSON'],
    ['{"format":"farebox-chats","version":9,"chats":[]}', 'A newer version of this page wrote the file'],
    ['{"chats":[]}', 'This is not a chat export'],
  ] as const) {
    await importFile(page, broken);
    const refused = page.getByRole('dialog', { name: 'The file was not imported' });
    await expect(refused).toContainText(message);
    await refused.getByRole('button', { name: 'Close' }).last().click();
    await expect(refused).toHaveCount(0);
  }
  expect(await readRows(page)).toEqual(before);
});

test('a chat is printed without the page around it, in full and on white', async ({ page }) => {
  await keepRows(page, ROWS);
  await page.goto('/chat?id=fares');
  await page.evaluate(() => {
    window.print = () => void (document.title = `${document.title}, printed`);
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await expect(page).toHaveTitle(/, printed$/);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('article', { name: 'You' })).toBeVisible();
  for (const name of ['Message', 'Search chats']) await expect(page.getByRole('textbox', { name })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Chats' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeHidden();
  await expect(page.getByTestId('chat-title')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  const height = await page
    .getByTestId('messages')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(height).toBe(0);
});
