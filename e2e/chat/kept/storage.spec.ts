import type { Page } from '@playwright/test';
import {
  chatList,
  importFile,
  chatRow,
  chooseOf,
  keepRows,
  messageRow,
  readRows,
  showChats,
  storeName,
} from '../../support/chat-rows';
import { expect, test } from '../../support/clients';
import { send, signIn } from '../../support/fixtures';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf } from './on-the-page';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const notice = (page: Page) => page.getByTestId('storage-notice');
const answer = (page: Page) => page.getByRole('article', { name: /^Answer from/ }).last();

const KEPT = {
  chats: [chatRow({ id: 'kept', title: 'Kept chat', leafId: 'k' })],
  messages: [messageRow({ id: 'k', chatId: 'kept', text: 'Kept words' })],
};

test('with full storage the chat continues, says so, and can be exported', async ({ page }) => {
  await keepRows(page, KEPT);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
  });
  await page.goto('/chat?model=demo');
  await send(page, 'Say something.');
  await expect(answer(page)).toContainText('You said: Say something.');
  await expect(notice(page)).toContainText('storage is full');
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await notice(page).getByRole('button', { name: 'Export chats' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await coming).createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  const text = Buffer.concat(chunks).toString();
  expect(text).toContain('Kept words');
  expect(text).toContain('You said: Say something.');

  await showChats(page);
  await importFile(page, text);
  await expect(page.getByTestId('import-report')).toContainText('This browser’s storage is full.');
  await expect(page.getByTestId('import-report')).toContainText('were not imported');
});

test('what did not fit is stored once a deleted chat frees space', async ({ page }) => {
  await keepRows(page, KEPT);
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: [unknown]) {
      if (!('hasRoom' in window)) throw new DOMException('Full.', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  await page.goto('/chat?model=demo');
  await send(page, 'Stay here.');
  await expect(notice(page)).toContainText('storage is full');
  await expect(answer(page).getByRole('button', { name: /^Receipt: / })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { hasRoom: true }));
  await showChats(page);
  await chooseOf(page, 'Kept chat', 'Delete');
  await expect(notice(page)).toHaveCount(0);
  await page.reload();
  await expect(answer(page)).toContainText('You said: Stay here.');
});

test('an attachment that does not fit leaves the earlier conversation unchanged', async ({ page }) => {
  await keepRows(page, KEPT);
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: [unknown]) {
      if (JSON.stringify(given).length > 20_000) throw new DOMException('Full.', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  await page.goto('/chat?id=kept&model=demo');
  await expect(page.getByText('Kept words')).toBeVisible();
  await send(page, 'x'.repeat(25_000));
  await expect(answer(page)).toContainText('You said: x');
  await expect(notice(page)).toContainText('storage is full');
  await page.reload();
  await expect(page.getByText('Kept words')).toBeVisible();
  expect((await readRows(page)).messages).toHaveLength(1);
});

test('when rows cannot be read the chat continues in memory', async ({ page }) => {
  await keepRows(page, KEPT);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException('Damaged.', 'UnknownError');
    };
  });
  await page.goto('/chat?model=demo');
  await expect(notice(page)).toContainText('does not store chats here');
  await send(page, 'Say something.');
  await expect(answer(page)).toContainText('You said: Say something.');
});

test('without browser storage the chat works and says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await page.goto('/chat?model=demo');
  await expect(notice(page)).toContainText('does not store chats here');
  await send(page, 'Say something.');
  await expect(answer(page)).toContainText('You said: Say something.');
  await expect(notice(page).getByRole('button', { name: 'Export chats' })).toBeVisible();
  await expectAccessible(page);
});

test('when storage opens late the chat does not wait, and both histories are merged', async ({ page }) => {
  await keepRows(page, KEPT);
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    const late = (listener: EventListener) => (event: Event) => {
      const look = setInterval(() => {
        if (!('answers' in window)) return;
        clearInterval(look);
        listener(event);
      }, 50);
    };
    IDBOpenDBRequest.prototype.addEventListener = function (
      this: IDBOpenDBRequest,
      type: string,
      listener: EventListener,
    ) {
      listen.call(this, type, type === 'success' ? late(listener) : listener);
    };
  });
  await page.goto('/chat?id=kept&model=demo');
  await expect(notice(page)).toContainText('has not answered yet');
  await expect(page.getByText('This chat is not in this browser')).toHaveCount(0);
  await page.goto('/chat?model=demo');
  await expect(notice(page)).toContainText('has not answered yet');
  await send(page, 'Said meanwhile.');
  await expect(answer(page)).toContainText('You said: Said meanwhile.');
  await expectAccessible(page);
  await page.evaluate(() => Object.assign(window, { answers: true }));
  await expect(notice(page)).toHaveCount(0);
  await showChats(page);
  await expect(chatList(page)).toContainText('Said meanwhile.');
  await chatList(page).getByTitle('Kept chat').click();
  await expect(page.getByText('Kept words')).toBeVisible();
  expect((await readRows(page)).chats).toHaveLength(2);
});

test('rows of a newer version are left unchanged', async ({ page }) => {
  await keepRows(page, KEPT);
  const name = await storeName(page);
  await showChats(page);
  await expect(chatList(page).getByTitle('Kept chat')).toBeVisible();
  // A newer version of the page in another tab takes over the store while this one is open.
  await page.evaluate(async (database) => {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(database, 99);
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
    });
  }, name);
  await expect(notice(page)).toContainText('A newer version of this page is open in another tab');
  await page.goto('/chat?model=demo');
  await expect(notice(page)).toContainText('A newer version of this page wrote the chats');
  await send(page, 'Say something.');
  await expect(answer(page)).toContainText('You said: Say something.');
  await expectAccessible(page);
  expect((await readRows(page)).messages.map(({ text }) => text)).toEqual(['Kept words']);
});

test('invalid rows are skipped, and the others are shown', async ({ page }) => {
  await keepRows(page, {
    chats: [...KEPT.chats, { id: 'broken', title: 7 }],
    messages: [...KEPT.messages, { id: 'odd', chatId: 'kept', text: null }],
  });
  await expect(notice(page)).toContainText('One stored chat or message cannot be read');
  await showChats(page);
  await chatList(page).getByTitle('Kept chat').click();
  await expect(page.getByText('Kept words')).toBeVisible();
  await expect(notice(page)).toContainText('2 stored chats or messages');
  expect((await readRows(page)).chats).toHaveLength(2);
});

test('two tabs on one chat keep the names, pins, and messages of both', async ({ page, context }) => {
  await keepRows(page, KEPT);
  await page.goto('/chat?id=kept&model=demo');
  const other = await context.newPage();
  await other.goto('/chat?id=kept&model=demo');
  await expect(other.getByText('Kept words')).toBeVisible();

  await page.bringToFront();
  await showChats(page);
  await chooseOf(page, 'Kept chat', 'Rename');
  await page.getByRole('textbox', { name: 'Chat title' }).fill('New name');
  await page.keyboard.press('Enter');
  await other.bringToFront();
  await showChats(other);
  await expect(chatList(other)).toContainText('New name');
  await chooseOf(other, 'New name', 'Pin');
  await expect(chatList(page).getByRole('heading', { name: 'Pinned' })).toBeVisible();
  await page.keyboard.press('Escape');
  await other.keyboard.press('Escape');

  // Each continues where the other stopped, and sees what it wrote.
  await page.bringToFront();
  await send(page, 'From the first tab');
  for (const tab of [page, other]) await expect(answersOf(tab)).toContainText('You said: From the first tab');
  await expect(other.getByTestId('send')).toBeVisible();
  await other.bringToFront();
  await send(other, 'From the second tab');
  for (const tab of [page, other]) await expect(answersOf(tab).last()).toContainText('You said: From the second tab');
  const stored = async () => (await readRows(page)).messages.map(({ text, state }) => `${state} ${text}`).sort();
  await expect
    .poll(stored)
    .toEqual([
      'complete From the first tab',
      'complete From the second tab',
      'complete Kept words',
      'complete You said: From the first tab',
      'complete You said: From the second tab',
    ]);
  const [row] = (await readRows(page)).chats;
  expect(row).toMatchObject({ title: 'New name', named: true });
  expect(row?.pinned).toBeGreaterThan(0);

  // A chat deleted in one tab disappears from the other.
  await showChats(other);
  await chooseOf(other, 'New name', 'Delete');
  await expect(page.getByText('This chat is not in this browser')).toBeVisible();
});
