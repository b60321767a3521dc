import { readRows } from '../support/chat-rows';
import { expect, send, signIn, test } from '../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const receipt = /^Receipt: .+ in · .+ out · \$/;

test('an answer has a receipt line that opens the receipt', async ({ page }) => {
  await send(page, 'What is the capital of France? Answer in one word.');
  const answer = page.getByRole('article', { name: /^Answer from/ });
  await answer.getByRole('button', { name: receipt }).click();
  await expect(answer.getByText(/^[0-9a-f]{16}-SVC$/)).toBeVisible();
  for (const term of ['Reserved, then charged', 'Available', 'Server time'])
    await expect(answer.getByText(term, { exact: true })).toBeVisible();
});

test('a message is edited and sent again, and an answer is regenerated', async ({ page }) => {
  await send(page, 'Say the word apple.');
  const answers = page.getByRole('article', { name: /^Answer from/ });
  await expect(answers.getByRole('button', { name: receipt })).toBeVisible();

  const edit = page.getByRole('button', { name: 'Edit message' });
  await edit.click();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await edit.click();
  const editor = page.getByRole('textbox', { name: /edit/i });
  await editor.fill('Say the word pear.');
  await page.keyboard.press('Enter');
  const mine = page.getByRole('article', { name: 'You' });
  await expect(mine).toContainText('pear');
  await expect(mine).toBeFocused();
  // It marks where Tab goes on, without a frame around it.
  await expect(mine).toHaveCSS('outline-style', 'none');
  await expect(answers.getByRole('button', { name: receipt })).toBeVisible();

  const copy = answers.getByRole('button', { name: 'Copy answer' });
  const regenerate = page.getByRole('button', { name: 'Regenerate' });
  const placesBefore = [await copy.boundingBox(), await regenerate.boundingBox()].map((box) => box?.x);
  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await regenerate.click();
  const { messages } = (await asked).postDataJSON() as { messages: { content: string }[] };
  expect(messages.at(-1)?.content).toBe('Say the word pear.');
  await expect(answers.getByRole('group', { name: 'Versions' })).toContainText('2/2');
  await expect(answers).toHaveCount(1);
  await expect(answers).toBeFocused();
  await expect(answers.getByRole('button', { name: receipt })).toBeVisible();

  const placesAfter = [await copy.boundingBox(), await regenerate.boundingBox()].map((box) => box?.x);
  expect(placesAfter).toEqual(placesBefore);
  const earlier = answers.getByRole('button', { name: 'Earlier version' });
  await earlier.click();
  await expect(answers.getByRole('group', { name: 'Versions' })).toContainText('1/2');
  await expect(earlier).toBeFocused();
});

test('a message of many lines shows its first ones, and the rest on request', async ({ page }) => {
  const text = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`).join('\n');
  await send(page, text);
  const mine = page.getByRole('article', { name: 'You' });
  const more = mine.getByRole('button', { name: 'Show all' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const height = async () => (await mine.boundingBox())?.height ?? 0;
  const collapsed = await height();
  expect(collapsed).toBeLessThan(500);
  await more.click();
  await expect.poll(height).toBeGreaterThan(1_000);
  await mine.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBe(collapsed);
});

test('a system prompt and a token limit take effect', async ({ page }) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'System prompt' }).fill('You always answer in capital letters.');
  await page.getByRole('textbox', { name: 'Max output tokens' }).fill('5');
  await page.keyboard.press('Escape');
  const sent = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'Write a very long story about a lighthouse.');
  const body = (await sent).postDataJSON() as { messages: { role: string }[]; max_completion_tokens: number };
  expect(body.messages[0]?.role).toBe('system');
  expect(body.max_completion_tokens).toBe(5);
  await expect(page.getByRole('button', { name: /^Receipt: .+ · 5 out/ })).toBeVisible();
});

test('a refused request says what happened and that it was not charged, and can be retried', async ({ page }) => {
  let refusals = 0;
  await page.route('**/api/v1/chat/completions', async (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    const body = JSON.stringify({ error: 'The model is at capacity.', code: 'MODEL_AT_CAPACITY' });
    return route.fulfill({
      status: 503,
      body,
      headers: { 'content-type': 'application/json', 'cf-ray': '0123456789abcdef-SVC' },
    });
  });
  await send(page, 'Say hello.');
  await expect(page.getByText(/not charged/i).first()).toBeVisible();
  await expect(page.getByText('0123456789abcdef-SVC').first()).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: receipt })).toBeVisible();
});

test('a partial answer is kept when the tab is closed during a stream', async ({ page, context }) => {
  await send(page, 'Write a very long story about a lighthouse.');
  const answer = page.getByRole('article', { name: /^Answer from/ });
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(120);
  const seen = (await answer.getByRole('paragraph').first().innerText()).slice(0, 30);
  // Stored while it streams, not only when the tab closes.
  const stored = async () => (await readRows(page)).messages.map(({ text }) => text.length);
  await expect.poll(async () => Math.max(...(await stored()))).toBeGreaterThan(100);
  const address = page.url();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByRole('article', { name: /^Answer from/ })).toContainText(seen);
});
