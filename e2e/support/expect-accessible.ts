import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Once the page is idle and still: axe finds no violations, and nothing scrolls horizontally.
 * @param options.isLoading a request stays unanswered, so that the page is never idle
 */
export async function expectAccessible(page: Page, { isLoading = false } = {}): Promise<void> {
  if (!isLoading) await page.waitForLoadState('networkidle');
  await waitForAnimations(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
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
