import AxeBuilder from '@axe-core/playwright';
import { expect, send, signIn, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

const OPEN_PAGES = ['/', '/sign-in', '/sign-up', '/reset-password?token=none', '/no-such-page'];

for (const path of OPEN_PAGES) {
  test(`axe finds nothing on ${path}, and nothing scrolls sideways`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });
}

test('axe finds nothing on the console’s pages, empty and full', async ({ page }) => {
  await signIn(page);
  await page.waitForLoadState('networkidle');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await send(page, 'Say hello.');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.goto('/keys');
  await page.waitForLoadState('networkidle');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
