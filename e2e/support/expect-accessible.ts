import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Once the page is idle and still: axe finds no violations, the other theme has enough contrast, too, and nothing
 * scrolls horizontally.
 * @param options.isLoading a request stays unanswered, so that the page is never idle
 */
export async function expectAccessible(page: Page, { isLoading = false } = {}): Promise<void> {
  if (!isLoading) await page.waitForLoadState('networkidle');
  await waitForAnimations(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await inOtherTheme(page, async () => {
    expect((await new AxeBuilder({ page }).withRules('color-contrast').analyze()).violations).toEqual([]);
  });
}

/** Shows the page in the theme that the system does not ask for while `work` runs. */
async function inOtherTheme(page: Page, work: () => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await waitForAnimations(page);
  await work();
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await waitForAnimations(page);
}

/** Waits for fade-ins to finish, but not for endless animations. */
async function waitForAnimations(page: Page): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      .length;
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}
