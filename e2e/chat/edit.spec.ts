import type { Page } from '@playwright/test';
import { readRows } from '../support/chat-rows';
import { expect, test } from '../support/clients';
import { expectAccessible } from '../support/expect-accessible';
import { send, signIn } from '../support/fixtures';

const receipt = /^Receipt: .+ in · .+ out · \$/;

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const answers = (page: Page) => page.getByRole('article', { name: /^Answer from/ });

/** Sends to the model in the URL and waits for its receipt. */
async function ask(page: Page, text: string, count = 1): Promise<void> {
  await send(page, text);
  await expect(answers(page).getByRole('button', { name: receipt })).toHaveCount(count);
}

test('an answer is edited in its place, and later requests contain the new text', async ({ page }) => {
  await page.goto('/chat?model=demo');
  await ask(page, 'Say one.');
  const answer = answers(page);
  await answer.hover();
  await answer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit answer' }).click();
  const field = page.getByRole('textbox', { name: 'Edit answer' });
  await expect(field).toBeFocused();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(answer.getByRole('button', { name: 'More actions' })).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit answer' }).click();
  await field.fill('It said **two**.');
  await expectAccessible(page);
  await field.press('Control+Enter');
  await expect(answer.locator('strong')).toHaveText('two');
  await expect(answer).toContainText('edited by you');
  await expect(answer.getByRole('button', { name: receipt })).toBeVisible();

  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'And now?');
  const { messages } = (await asked).postDataJSON() as { messages: { content: string }[] };
  expect(messages.map(({ content }) => content)).toEqual(['Say one.', 'It said **two**.', 'And now?']);
});

test('a message is changed without a new answer', async ({ page }) => {
  await page.goto('/chat?model=demo');
  await ask(page, 'Say onne.');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/chat/completions') ? 1 : 0));
  await page.getByRole('article', { name: 'You' }).hover();
  await page.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('Say one.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Say one.');
  await expect(answers(page)).toHaveCount(1);
  await expect(page.getByTestId('chat-title')).toHaveText('Say one.');
  expect(requests).toBe(0);
});

test('messages are deleted, which can be undone, and a question without an answer can be answered', async ({
  page,
}) => {
  await page.goto('/chat?model=demo');
  await ask(page, 'First.');
  await ask(page, 'Second.', 2);
  const mine = page.getByRole('article', { name: 'You' });
  await mine.first().hover();
  await mine.first().getByRole('button', { name: 'Delete message' }).click();
  await expect(mine).toHaveCount(1);
  await expect(answers(page)).toHaveCount(2);
  // An answer without a question cannot be asked for again.
  await answers(page).first().hover();
  await expect(answers(page).first().getByRole('button', { name: 'More actions' })).toBeVisible();
  await expect(answers(page).first().getByRole('button', { name: 'Regenerate' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mine).toHaveText([/First\./, /Second\./]);

  await answers(page).last().hover();
  await answers(page).last().getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete answer' }).click();
  await expect(answers(page)).toHaveCount(1);
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  await mine.last().getByRole('button', { name: 'Answer' }).click();
  await expect(answers(page).getByRole('button', { name: receipt })).toHaveCount(2);
  expect((await readRows(page)).messages).toHaveLength(4);
});

test('another model answers again, once: the chat keeps its model', async ({ page }) => {
  await page.goto('/chat?model=demo');
  await ask(page, 'Who are you?');
  await answers(page).hover();
  await answers(page).getByRole('combobox', { name: 'Answer with another model' }).click();
  await page.getByRole('option', { name: /^paired/ }).click();
  const other = page.getByRole('article', { name: 'Answer from paired' });
  await expect(other.getByRole('button', { name: receipt })).toBeVisible();
  await expect(other.getByRole('group', { name: 'Versions' })).toContainText('2/2');
  await expect(page.getByRole('combobox', { name: 'Model: demo' })).toBeVisible();
  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'And you?');
  expect(((await asked).postDataJSON() as { model: string }).model).toBe('demo');
  await expectAccessible(page);

  // Its version goes with what follows, and the other version is shown.
  await expect(answers(page).getByRole('button', { name: receipt })).toHaveCount(2);
  await other.hover();
  await other.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete answer' }).click();
  await expect(page.getByText('Deleted this version of the answer and the 2 messages after it')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Answer from demo' })).toHaveCount(1);
  await expect(answers(page)).toHaveCount(1);
});
