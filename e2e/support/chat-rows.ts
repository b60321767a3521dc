import { expect, type Locator, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS, NO_RECEIPT, type Chat, type ChatMessage } from '../../lib/client/chat/types';

/** What a browser stores of one account's chats. */
export type ChatRows = { chats: Chat[]; messages: ChatMessage[] };

/** A chat as the page stores it. */
export function chatRow(given: Partial<Chat> & { id: string }): Chat {
  return {
    title: given.id,
    named: true,
    modelId: null,
    settings: DEFAULT_SETTINGS,
    leafId: null,
    createdAt: 1,
    updatedAt: Date.now(),
    ...given,
  };
}

/** A message as the page stores it. */
export function messageRow(given: Partial<ChatMessage> & { id: string; chatId: string }): ChatMessage {
  return {
    parentId: null,
    role: 'user',
    text: given.id,
    reasoning: '',
    state: 'complete',
    modelId: null,
    finishReason: null,
    requestId: null,
    ticket: NO_RECEIPT,
    failure: null,
    createdAt: 1,
    writerId: null,
    touchedAt: 1,
    ...given,
  };
}

/** Writes rows to the store of the signed-in account, and reloads the page. */
export async function keepRows(page: Page, rows: { chats: object[]; messages: object[] }): Promise<void> {
  await storeName(page);
  await page.evaluate(async ({ chats, messages }) => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['chats', 'messages'], 'readwrite');
        for (const chat of chats) transaction.objectStore('chats').put(chat);
        for (const message of messages) transaction.objectStore('messages').put(message);
        transaction.onerror = () => reject(new Error('not written'));
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, rows);
  await page.reload();
}

/** Opens a chat whose only answer is a text. */
export async function showAnswer(page: Page, text: string): Promise<void> {
  const answer = messageRow({ id: 'a', chatId: 'c', parentId: 'q', role: 'assistant', modelId: 'm', text });
  await keepRows(page, {
    chats: [chatRow({ id: 'c', leafId: 'a' })],
    messages: [messageRow({ id: 'q', chatId: 'c' }), answer],
  });
  await page.goto('/chat?id=c');
}

/** A code block in Markdown. */
export const codeBlock = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

/** All rows of the store, ordered by ID. */
export async function readRows(page: Page): Promise<ChatRows> {
  await storeName(page);
  return page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    return new Promise<{ chats: never[]; messages: never[] }>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['chats', 'messages']);
        const chats = transaction.objectStore('chats').getAll();
        const messages = transaction.objectStore('messages').getAll();
        transaction.oncomplete = () => {
          opening.result.close();
          resolve({ chats: chats.result as never[], messages: messages.result as never[] });
        };
      };
    });
  });
}

/** Waits until the page has created the store. */
export async function storeName(page: Page): Promise<string> {
  const nameOf = () => page.evaluate(async () => (await indexedDB.databases())[0]?.name ?? '');
  await expect.poll(nameOf).toMatch(/^farebox-chat-/);
  return nameOf();
}

/** Brings the list of chats into view: on phones it is in a drawer. */
export async function showChats(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Chats', exact: true });
  if (await button.isVisible()) await button.click();
  await expect(page.getByRole('navigation', { name: 'Chats' })).toBeVisible();
}

/** The visible list: in the page, or in the drawer. */
export function chatList(page: Page): Locator {
  return page.getByTestId('chat-list').filter({ visible: true });
}

/** Chooses a file of chats to import. */
export async function importFile(page: Page, text: string): Promise<void> {
  const file = { name: 'chats.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  // If the drawer is open, the list in the page has such a field too.
  await page.getByLabel('Chat file').last().setInputFiles(file);
  await expect(page.getByTestId('import-report')).toBeVisible();
}

/** Chooses an item from the menu of a chat in the list. */
export async function chooseOf(page: Page, title: string, item: string): Promise<void> {
  const more = page.getByRole('button', { name: `Actions for “${title}”` });
  await more.locator('xpath=..').hover();
  await more.click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
