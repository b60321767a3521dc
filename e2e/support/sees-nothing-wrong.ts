import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Once the page is quiet and still: axe finds nothing, and nothing scrolls sideways. */
export async function seesNothingWrong(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await standsStill(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

/** What fades in is read when it is there; what turns for ever is not waited for. */
async function standsStill(page: Page): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      .length;
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}
