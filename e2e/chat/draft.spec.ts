import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a draft shows about what it costs to send it', async ({ page }) => {
  await page.goto('/chat?model=demo');
  const field = page.getByRole('textbox', { name: 'Message' });
  const cost = page.getByTestId('draft-cost');
  await expect(cost).toHaveCount(0);
  await field.fill('Hello there, how are you?');
  await expect(cost).toHaveText(/^≈ \d+ tokens · \$0\.0{4,}\d+$/);
  const tokens = async () => Number(/≈ ([\d,]+)/.exec(await cost.innerText())?.[1]?.replace(',', ''));
  const first = await tokens();
  await field.press('Enter');
  await expect(cost).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  // Everything said so far is sent again.
  await field.fill('Hello there, how are you?');
  await expect.poll(tokens).toBeGreaterThan(first);
});

test('a long answer that ends in the background is signaled, if that is wanted', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Signal when a long answer ends' }).click();
  await page.goto('/chat?model=slow');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });
  await send(page, 'Say many words.');
  await expect(page.getByTestId('stop')).toBeVisible();
  await page.waitForTimeout(5_500);
  await page.getByTestId('stop').click();
  await expect(page).toHaveTitle(/^✓ Answered · /);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).not.toHaveTitle(/^✓ Answered/);
});
