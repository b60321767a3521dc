import type { Page } from '@playwright/test';
import type { SharedChatList } from '../../lib/shared-chats/contract';
import { chatList, chatRow, chooseOf, keepRows, messageRow, showChats } from '../support/chat-rows';
import { expect, test } from '../support/clients';
import { expectAccessible } from '../support/expect-accessible';
import { signIn } from '../support/fixtures';
import { makePerson } from '../support/people';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==';

const SETTINGS = { system: 'Secret prompt', temperature: null, topP: null, maxTokens: null, seed: null, stop: [] };

const ROWS = {
  chats: [chatRow({ id: 'fares', title: 'About fares', leafId: 'a', modelId: 'demo', settings: SETTINGS })],
  messages: [
    messageRow({ id: 'q', chatId: 'fares', text: 'What is a fare?' }),
    messageRow({
      id: 'a',
      chatId: 'fares',
      parentId: 'q',
      role: 'assistant',
      modelId: 'demo',
      text: 'A **price**.\n\n```html\n<p>Hi</p>\n```',
      reasoning: 'Secret thoughts',
      images: [{ url: PIXEL, alt: 'A dot' }],
    }),
  ],
};

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await stopSharing(page);
  await page.goto('/chat');
  await keepRows(page, ROWS);
  await page.goto('/chat?id=fares');
});

/** What the owner shares outlives a scenario. */
async function stopSharing(page: Page): Promise<void> {
  const stored = await page.request.get('/api/console/shared-chats');
  const { data } = (await stored.json()) as SharedChatList;
  for (const { id } of data) expect((await page.request.delete(`/api/console/shared-chats/${id}`)).ok()).toBe(true);
}

const openDialog = async (page: Page, item: RegExp) => {
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog', { name: 'Share chat' });
};

async function shareIt(page: Page): Promise<string> {
  const dialog = await openDialog(page, /^Share/);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/\/shared\/[0-9a-f]{32}$/);
  return field.inputValue();
}

test('a shared chat is read by anyone with the link, until it is not shared any more', async ({
  page,
  browser,
  baseURL,
}) => {
  const link = await shareIt(page);
  const dialog = page.getByRole('dialog', { name: 'Share chat' });
  await expectAccessible(page);

  const anyone = await (await browser.newContext({ baseURL })).newPage();
  const answered = await anyone.goto(link);
  expect(answered?.headers()['x-robots-tag']).toContain('noindex');
  expect(answered?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(anyone.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(anyone.getByRole('heading', { name: 'About fares' })).toBeVisible();
  await expect(anyone.getByText('What is a fare?')).toBeVisible();
  await expect(anyone.getByRole('region', { name: 'Answer from demo' }).locator('strong')).toHaveText('price');
  await expect(anyone.getByRole('img', { name: 'A dot' })).toBeVisible();
  await expect(anyone.getByRole('textbox')).toHaveCount(0);
  expect(await anyone.content()).not.toContain('Secret');
  await anyone.getByRole('button', { name: 'Preview' }).click();
  await expect(anyone.frameLocator('iframe[title="Preview"]').getByText('Hi')).toBeVisible();
  await expectAccessible(anyone);

  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await anyone.reload();
  await expect(anyone.getByRole('heading', { name: 'This chat is not shared' })).toBeVisible();
  await expectAccessible(anyone);
  await anyone.context().close();
});

test('what the link shows changes only when the copy is renewed', async ({ page, browser, baseURL }) => {
  const link = await shareIt(page);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Message' }).fill('And a ticket?');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('assistant-message').getByText('You said: And a ticket?')).toBeVisible();

  const anyone = await (await browser.newContext({ baseURL })).newPage();
  await anyone.goto(link);
  await expect(anyone.getByText(/2 messages/)).toBeVisible();
  const dialog = await openDialog(page, /^Shared link/);
  const renewed = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await dialog.getByRole('button', { name: 'Renew copy' }).click();
  await renewed;
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await anyone.reload();
  await expect(anyone.getByText(/4 messages/)).toBeVisible();
  await anyone.context().close();
});

test('a chat that is deleted is not shared any longer, and the settings list what is', async ({
  page,
  browser,
  baseURL,
  farebox,
}) => {
  const link = await shareIt(page);
  await page.goto('/settings');
  const list = page.getByRole('list', { name: 'Shared chats' });
  await expect(list.getByRole('link', { name: 'About fares' })).toHaveAttribute('href', new URL(link).pathname);

  // Nobody else sees it there.
  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(other, await makePerson(farebox));
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Shared chats' })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Stop sharing/ })).toHaveCount(0);

  await page.goto('/chat');
  await showChats(page);
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await chooseOf(page, 'About fares', 'Delete');
  expect((await removed).ok()).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chatList(page).getByRole('button', { name: 'About fares', exact: true })).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This chat is not shared' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText(/^None\. A chat’s menu/)).toBeVisible();
  await other.context().close();
});

test('a chat is not shared any longer once it is deleted, though this browser does not know its link', async ({
  page,
}) => {
  const shareElsewhere = async () => {
    const body = { chatId: 'fares', title: 'About fares', messages: [{ role: 'user', text: 'What is a fare?' }] };
    expect((await page.request.put('/api/console/shared-chats', { data: body })).ok()).toBe(true);
  };
  const shared = async () => {
    const answer = await page.request.get('/api/console/shared-chats');
    return ((await answer.json()) as SharedChatList).data.length;
  };
  await showChats(page);
  await shareElsewhere();
  await chooseOf(page, 'About fares', 'Delete');
  await expect.poll(shared).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();

  // The server is away at that time: it is repeated with the next visit.
  await shareElsewhere();
  await page.route('**/api/console/shared-chats?*', (route) => route.abort());
  await chooseOf(page, 'About fares', 'Delete');
  await expect(chatList(page).getByRole('button', { name: 'About fares', exact: true })).toHaveCount(0);
  expect(await shared()).toBe(1);
  await page.unroute('**/api/console/shared-chats?*');
  await page.goto('/chat');
  await expect.poll(shared).toBe(0);
});
