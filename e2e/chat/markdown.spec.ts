import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

test('formulas are rendered, and prices stay prices', async ({ page }) => {
  await signIn(page);
  await page.goto('/chat?model=demo');
  await send(page, 'Area \\(\\pi r^2\\) costs $5 and $10.\n\n\\[ \\frac{a}{b} = c \\]\n\nBroken: \\(\\frac{\\)');
  const answer = page.getByRole('article', { name: /^Answer from demo/ });
  await expect(answer.locator('.katex')).toHaveCount(2);
  await expect(answer.getByRole('group', { name: 'Formula' })).toBeVisible();
  await expect(answer).toContainText('costs $5 and $10.');
  await expect(answer.getByText('\\frac{', { exact: true })).toBeVisible();
  const family = await answer
    .locator('.katex')
    .first()
    .evaluate((formula) => getComputedStyle(formula).fontFamily);
  expect(family).toContain('KaTeX_Main');
  await expectAccessible(page);
});

test('a footnote mark leads to its footnote and back, and the URL stays', async ({ page }) => {
  await signIn(page);
  await page.goto('/chat?model=demo');
  await send(page, 'Exact coins[^a] and tickets[^b].\n\n[^a]: No bills.\n\n[^b]: With holes.');
  const answer = page.getByRole('article', { name: /^Answer from demo/ });
  const mark = answer.getByRole('link', { name: 'Footnote 2' });
  await mark.click();
  const footnote = answer.getByRole('listitem').filter({ hasText: 'With holes.' });
  await expect(footnote).toBeFocused();
  await expect(page).toHaveURL(/\/chat\?id=[\w-]+$/);
  await answer.getByRole('link', { name: 'Back to reference 2' }).click();
  await expect(mark).toBeFocused();
  await expectAccessible(page);
});

/** How many lines the highest cell of a table has. */
function linesOf(table: Element): number {
  const cells = [...table.querySelectorAll('td, th')].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  });
  return Math.max(...cells);
}

test('a table scrolls on a narrow screen before its cells become columns of single words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto('/chat?model=demo');
  const row =
    'A fare box counts exact coins and prints | Tickets for every rider of the line | It never gives change | 12';
  await send(page, `A table:\n\n| What it is | What it prints | Its limits | Pieces |\n|---|---|---|--:|\n| ${row} |`);
  const box = page.getByRole('group', { name: 'Table' });
  await expect(box).toBeVisible();
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(await box.locator('table').evaluate(linesOf)).toBeLessThanOrEqual(3);
  await expectAccessible(page);
});
