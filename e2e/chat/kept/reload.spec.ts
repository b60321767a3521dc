import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/clients';
import { send } from '../../support/fixtures';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf, openWith, wordsIn } from './on-the-page';

test.beforeEach(async ({ page }) => {
  await openWith(page, 'slow');
  await send(page, 'Say many words.');
  await expect.poll(() => wordsIn(answersOf(page))).toBeGreaterThan(10);
  // The partial answer is stored twice a second.
  await page.waitForTimeout(700);
});

/** It was kept, is marked, shows its cost, and can be continued. */
async function goesOn(page: Page, answer: Locator, seen: number): Promise<void> {
  await expect.poll(() => wordsIn(answer)).toBeGreaterThanOrEqual(seen);
  const receipt = answer.getByRole('button', { name: /^Receipt: / });
  await expect(receipt).toContainText(/cut off when the page closed · .+ out · \$/, { timeout: 20_000 });
  await expectAccessible(page);
  const kept = await wordsIn(answer);
  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => wordsIn(answer)).toBeGreaterThan(kept + 5);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(receipt).toContainText(/stopped · 2 requests · .+ \$/);
  await expect(answersOf(page)).toHaveCount(1);
}

test('a reload during an answer keeps the partial text, fetches its receipt, and the answer can be continued', async ({
  page,
}) => {
  const seen = await wordsIn(answersOf(page));
  await page.reload();
  await goesOn(page, answersOf(page), seen);
});

test('a tab that crashes during an answer loses at most its last half second', async ({ page, context }) => {
  const address = page.url();
  const seen = await wordsIn(answersOf(page));
  await page.waitForTimeout(700);
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(address);
  await goesOn(again, answersOf(again), seen);
});
