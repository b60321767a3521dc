import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Once the page is quiet: axe finds nothing, and nothing scrolls sideways. */
export async function seesNothingWrong(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}
