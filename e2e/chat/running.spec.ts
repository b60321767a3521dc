import type { Page } from '@playwright/test';
import { chatRow, keepRows, messageRow } from '../support/chat-rows';
import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('while an answer streams, its tokens, cost, and speed so far are shown', async ({ page }) => {
  await page.goto('/chat?model=slow');
  await send(page, 'Say many words.');
  const line = page.getByTestId('receipt-line');
  await expect(line).toHaveText(/^≈ [\d,]+ in · ≈ [\d,]+ out · ≈ \$0\.0\d+ · first token [\d.]+ s · [\d,]+ tok\/s$/);
  const first = await line.innerText();
  await expect.poll(() => line.innerText()).not.toBe(first);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: /^Receipt: stopped · .+ in · .+ out · \$/ })).toBeVisible();
});

/** Shows an answer as if another tab were still writing it. */
async function growing(page: Page, given: { text?: string; reasoning?: string }): Promise<void> {
  const writer = await page.context().newPage();
  await writer.goto('/docs');
  await writer.evaluate(() => {
    // Held until the page is closed.
    void navigator.locks.request('farebox-answer-answer', () => new Promise(() => undefined));
  });
  const at = Date.now();
  const chat = chatRow({ id: 'growing', leafId: 'answer' });
  const answer = messageRow({
    id: 'answer',
    chatId: 'growing',
    parentId: 'question',
    role: 'assistant',
    text: '',
    state: 'streaming',
    modelId: 'demo',
    writerId: 'other',
    createdAt: at,
    touchedAt: at,
    thought: { fromMs: 0, toMs: 100 },
    ...given,
  });
  await keepRows(page, { chats: [chat], messages: [messageRow({ id: 'question', chatId: 'growing' }), answer] });
  await page.goto('/chat?id=growing');
  await expect(page.locator('[data-testid="assistant-message"][data-state="streaming"]')).toBeVisible();
}

/** The texts of the elements that the caret stands in. */
const caretOwners = (page: Page) =>
  page
    .locator('.answer, .answer *')
    .evaluateAll((all) =>
      all
        .filter((element) => getComputedStyle(element, '::after').content === '""')
        .map((element) => `${element.localName}: ${element.textContent}`),
    );

const ENDS: [of: string, text: string, caret: string][] = [
  ['a paragraph', 'One.\n\nTwo **three**', 'p: Two three'],
  ['code', 'Look:\n\n```python\nprint(1)', 'code: print(1)'],
  ['a nested list', '- one\n- two\n  - three', 'li: three'],
  ['code in a list', '1. one\n\n   ```python\n   x = 1', 'code: x = 1'],
  ['a quote', '> one\n>\n> two', 'p: two'],
  ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3', 'td: 3'],
];

for (const [of, text, caret] of ENDS)
  test(`the caret stands at the end of ${of}`, async ({ page }) => {
    await growing(page, { text });
    await expect.poll(() => caretOwners(page)).toEqual([caret]);
  });

test('the time of thinking runs while the model thinks', async ({ page }) => {
  await growing(page, { reasoning: 'Hm.' });
  const time = page.getByTestId('thinking').locator('summary');
  await expect(time).toHaveText(/^Thinking for \d+\.\d s$/);
  const first = await time.innerText();
  await expect.poll(() => time.innerText()).not.toBe(first);
});
