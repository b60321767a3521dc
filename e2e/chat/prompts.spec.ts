import type { Page } from '@playwright/test';
import { expect, test } from '../support/clients';
import { expectAccessible } from '../support/expect-accessible';
import { send, signIn } from '../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await clearPreferences(page);
});

test.afterEach(({ page }) => clearPreferences(page));

const EMPTY = {
  instructions: '',
  titles: false,
  defaults: {
    modelId: null,
    settings: { system: '', temperature: null, topP: null, maxTokens: null, seed: null, stop: [] },
  },
  prompts: [],
  presets: [],
};

/** The owner’s preferences outlive a scenario. */
async function clearPreferences(page: Page): Promise<void> {
  const stored = await page.request.get('/api/console/chat-preferences');
  const { revision } = (await stored.json()) as { revision: number };
  const put = await page.request.put('/api/console/chat-preferences', { data: { revision, preferences: EMPTY } });
  expect(put.ok()).toBe(true);
  await page.goto('/chat?model=demo');
}

/** What the next request of the chat contains. */
async function sentBy(page: Page, act: () => Promise<void>) {
  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await act();
  return (await asked).postDataJSON() as {
    model: string;
    temperature?: number;
    messages: { role: string; content: string }[];
  };
}

test('a prompt is saved, filled in with a slash, and its blanks are typed over', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('/');
  const list = page.getByRole('listbox', { name: 'Prompts' });
  await expect(list.getByRole('option')).toHaveCount(2);
  await expectAccessible(page);
  await list.getByRole('option', { name: /New prompt/ }).click();
  const dialog = page.getByRole('dialog', { name: 'New prompt' });
  await dialog.getByRole('button', { name: 'Save prompt' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Thank you');
  await expect(dialog.getByText('Type /thank-you to fill it in.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Thank {{name}} for {{what}}.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save prompt' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field).toBeFocused();

  await field.pressSequentially('th');
  await expect(list.getByRole('option', { name: /thank-you/ })).toHaveAttribute('aria-selected', 'true');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await list.getByRole('option', { name: /thank-you/ }).getAttribute('id')).toBe(active);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Thank {{name}} for {{what}}.');
  await expect(list).toHaveCount(0);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('the engine');
  const { messages } = await sentBy(page, () => page.keyboard.press('Enter'));
  expect(messages.at(-1)?.content).toBe('Thank Ada for the engine.');
});

test('Enter waits for the prompts while a command is typed, instead of sending it', async ({ page }) => {
  const stored = await page.request.get('/api/console/chat-preferences');
  const { revision } = (await stored.json()) as { revision: number };
  const prompts = [{ id: 'p', name: 'Thank you', text: 'Thank {{name}}.' }];
  const data = { revision, preferences: { ...EMPTY, prompts } };
  expect((await page.request.put('/api/console/chat-preferences', { data })).ok()).toBe(true);
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/console/chat-preferences', async (route) => {
    await released;
    await route.continue();
  });
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().endsWith('/api/v1/chat/completions'))));
  await page.goto('/chat?model=demo');
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('/thank');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 suggestions. Arrow keys choose.')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('/thank');
  release();
  await expect(field).toHaveValue('Thank {{name}}.');
  expect(asked).toBe(0);
});

test('a command without a prompt is sent as it is, and Escape closes the list', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('/i');
  const list = page.getByRole('listbox', { name: 'Prompts' });
  await expect(list.getByRole('option')).toHaveText([/\/image/]);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await field.fill('/nothing');
  const { messages } = await sentBy(page, () => field.press('Enter'));
  expect(messages.at(-1)?.content).toBe('/nothing');
});

test('instructions go with every chat, and new chats start with the defaults of the account', async ({ page }) => {
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Chat' });
  await section.getByRole('textbox', { name: 'Custom instructions' }).fill('I am a nurse.');
  await section.getByRole('combobox', { name: 'Default model' }).click();
  await page.getByRole('option', { name: 'paired' }).click();
  await section.getByRole('textbox', { name: 'Default system prompt' }).fill('Be brief.');
  await section.getByRole('textbox', { name: 'Temperature' }).fill('9');
  await section.getByRole('button', { name: 'Save chat preferences' }).click();
  await expect(section.getByText(/between 0 and 2/)).toBeVisible();
  await section.getByRole('textbox', { name: 'Temperature' }).fill('0.3');
  await section.getByRole('button', { name: 'Save chat preferences' }).click();
  await expect(section.getByText('Saved. New chats start with it.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/chat');
  await expect(page.getByRole('combobox', { name: 'Model: paired' })).toBeVisible();
  const body = await sentBy(page, () => send(page, 'Hello.'));
  expect(body).toMatchObject({ model: 'paired', temperature: 0.3 });
  expect(body.messages).toEqual([
    { role: 'system', content: 'I am a nurse.\n\nBe brief.' },
    { role: 'user', content: 'Hello.' },
  ]);
  await page.getByRole('button', { name: 'View code' }).click();
  await expect(page.getByRole('dialog', { name: 'View code' })).toContainText('I am a nurse.');
});

test('the model writes the title of a chat once that is turned on', async ({ page }) => {
  await page.goto('/chat?model=demo');
  await send(page, 'What is a fare?');
  await expect(page.getByText('You said: What is a fare?')).toBeVisible();
  await expect(page.getByTestId('chat-title')).toHaveText('What is a fare?');

  await page.goto('/settings');
  const titles = page.getByRole('switch', { name: 'Let the model write chat titles' });
  await expect(titles).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await titles.click();
  await saved;
  await expect(titles).toBeChecked();
  await page.reload();
  await expect(titles).toBeChecked();

  await page.goto('/chat?model=demo');
  await send(page, 'What is a ticket?');
  await expect(page.getByTestId('chat-title')).toHaveText('Titled by the Model');
  await page.reload();
  await expect(page.getByTestId('chat-title')).toHaveText('Titled by the Model');
});
