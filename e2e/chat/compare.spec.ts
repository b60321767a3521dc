import type { Locator, Page } from '@playwright/test';
import { chatList, showChats } from '../support/chat-rows';
import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

const receipt = /^Receipt: .+ in · .+ out · \$/;

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** A column, brought into view on phones, which show one at a time. */
async function columnOf(page: Page, model: string): Promise<Locator> {
  const tab = page.getByRole('group', { name: 'Model shown' }).getByRole('button', { name: model });
  if (await tab.isVisible()) await tab.click();
  return page.getByRole('region', { name: model, exact: true });
}

/** Chooses a column's model. */
async function choose(page: Page, from: string, model: string): Promise<void> {
  const column = await columnOf(page, from);
  await column.getByRole('combobox', { name: /^Model: / }).click();
  await page.getByRole('combobox', { name: 'Search models' }).fill(model);
  await page.getByRole('option', { name: new RegExp(`^${model}`) }).click();
  await expect(await columnOf(page, model)).toBeVisible();
}

test('one message goes to two models, which answer side by side, each with its receipt', async ({ page }) => {
  await page.getByRole('link', { name: 'Compare models' }).click();
  await page.waitForURL('**/chat/compare*');
  const columns = page.getByTestId('compare-column');
  await expect(columns).toHaveCount(2);
  const names = await columns.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  await choose(page, names[0] ?? '', 'paired');
  await choose(page, names[1] ?? '', 'demo');
  await expectAccessible(page);

  await send(page, 'Which of you is quicker?');
  for (const model of ['paired', 'demo']) {
    const column = await columnOf(page, model);
    await expect(column.getByRole('article', { name: /^Answer from/ })).toContainText(
      'You said: Which of you is quicker?',
    );
    await expect(column.getByRole('button', { name: receipt })).toBeVisible();
  }
  await expectAccessible(page);
  // Sent immediately: a message written while the chats are still loading waits for them.
  await page.reload();
  await send(page, 'And now?');
  for (const model of ['paired', 'demo']) {
    const column = await columnOf(page, model);
    await expect(column.getByRole('article', { name: /^Answer from/ })).toHaveCount(2);
    await expect(column.getByRole('button', { name: receipt })).toHaveCount(2);
  }

  // The list shows the comparison as one row; each chat can continue separately.
  const column = await columnOf(page, 'demo');
  await column.getByRole('link', { name: 'Open as chat' }).click();
  await page.waitForURL(/\/chat\?id=/);
  await expect(page.getByRole('article', { name: /^Answer from demo/ })).toHaveCount(2);
  await showChats(page);
  const rows = chatList(page).getByRole('listitem').filter({ hasText: 'Which of you is quicker?' });
  await expect(rows).toHaveCount(1);
  await rows
    .getByRole('button', { name: /Which of you is quicker/ })
    .first()
    .click();
  await page.waitForURL('**/chat/compare?id=*');
  await expect(page.getByTestId('compare-column')).toHaveCount(2);
});

/** The slow model writes 500 words in ten seconds or more. */
const WORDS_IN_ALL = 500;

/** Waits until a column's last answer grows, then runs what should stop it. */
async function stopsAll(page: Page, stop: () => Promise<void>): Promise<void> {
  const columns = page.getByTestId('compare-column');
  const growing = page.locator('[data-testid="assistant-message"][data-state="streaming"]');
  await expect(growing).toHaveCount(2);
  await stop();
  for (const column of await columns.all()) {
    const answer = column.getByTestId('assistant-message').last();
    await expect(answer).toHaveAttribute('data-state', 'stopped', { timeout: 3_000 });
    const said = (await answer.textContent()) ?? '';
    expect(said.split('word ').length).toBeLessThan(WORDS_IN_ALL);
  }
  await expect(page.getByTestId('send')).toBeVisible();
}

test('a third model joins and leaves; Stop and Escape end all answers', async ({ page }) => {
  await page.goto('/chat/compare?models=slow,slow');
  await page.getByRole('button', { name: 'Add a model' }).click();
  await expect(page.getByTestId('compare-column')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Add a model' })).toHaveCount(0);
  const last = page.getByTestId('compare-column').last();
  const name = (await last.getAttribute('aria-label')) ?? '';
  await (await columnOf(page, name)).getByRole('button', { name: `Remove ${name}` }).click();
  await expect(page.getByTestId('compare-column')).toHaveCount(2);

  await send(page, 'Say many words.');
  await stopsAll(page, () => page.getByRole('button', { name: 'Stop' }).click());
  await expect(page.getByTestId('answers-announcer').getByRole('paragraph')).toHaveText([
    'slow was stopped.',
    'slow was stopped.',
  ]);
  for (const column of await page.getByTestId('compare-column').all())
    await expect(column.getByRole('button', { name: /^Receipt: /, includeHidden: true })).toHaveCount(1);
  await send(page, 'Say many words again.');
  await stopsAll(page, () => page.keyboard.press('Escape'));
});

test('three models show their whole names, with prices below', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/chat/compare?models=paired,demo,brief');
  const columns = page.getByTestId('compare-column');
  await expect(columns).toHaveCount(3);
  for (const name of ['paired', 'demo', 'brief']) {
    const picker = columns.getByRole('combobox', { name: `Model: ${name}` });
    const shown = picker.getByText(name, { exact: true });
    expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const [nameBox, priceBox] = [await shown.boundingBox(), await picker.getByText(/in, .+ out$/).boundingBox()];
    expect(priceBox?.y ?? 0).toBeGreaterThanOrEqual((nameBox?.y ?? 0) + (nameBox?.height ?? 0));
  }
  await expectAccessible(page);
});

test('nothing is sent while the schema of a comparison is invalid', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/chat/compare?models=demo,paired');
  await page.getByRole('button', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Structured output' });
  await section.getByRole('switch', { name: 'Structured output' }).click();
  await section.getByRole('textbox', { name: 'Schema name' }).fill('city');
  await section.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type":');
  await page.keyboard.press('Escape');
  await send(page, 'Name a city.');
  await expect(page.getByText(/^The schema in Settings is not JSON: /)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Name a city.');
  expect(asked.filter((url) => url.includes('/chat/completions'))).toEqual([]);
});

test('the last round is summed up, the best answer gets a vote, and the winner goes on alone', async ({ page }) => {
  await page.goto('/chat/compare?models=demo,paired,brief');
  await send(page, 'Which of you is better?');
  const summary = page.getByRole('region', { name: 'Last round' });
  await expect(summary.getByRole('row')).toHaveCount(4);
  const row = summary.getByRole('row', { name: /^demo/ });
  await expect(row.getByRole('cell').nth(0)).toHaveText(/^\$0\.0\d+/);
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^[\d.]+ s/);
  await expectAccessible(page);

  const vote = (name: string) => summary.getByRole('button', { name: `${name} has the best answer` });
  await vote('paired').click();
  await vote('demo').click();
  await expect(vote('demo')).toHaveAttribute('aria-pressed', 'true');
  await expect(vote('paired')).toHaveAttribute('aria-pressed', 'false');
  await expect(summary.getByRole('rowheader', { name: /^demo/ })).toContainText('1 win');
  await page.reload();
  await expect(vote('demo')).toHaveAttribute('aria-pressed', 'true');
  await summary.getByRole('link', { name: 'Continue with demo' }).click();
  await page.waitForURL(/\/chat\?id=/);
  await expect(page.getByRole('article', { name: 'Answer from demo' })).toBeVisible();
});
