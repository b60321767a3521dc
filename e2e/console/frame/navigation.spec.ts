import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../../support/fixtures';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('every page is reached by the navigation, which marks the current one', async ({ page }) => {
  const nav = page.getByRole('navigation', { name: 'Console' });
  for (const [name, path] of [
    ['Keys', '/keys'],
    ['Usage', '/usage'],
  ] as const) {
    await nav.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await expect(nav.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  for (const [name, path] of [
    ['Limits', '/limits'],
    ['Wallet', '/wallet'],
    ['Settings', '/settings'],
    ['Admin', '/admin'],
  ] as const) {
    const from = isPhone(page) ? page.getByRole('dialog', { name: 'More' }) : nav;
    if (isPhone(page)) await nav.getByRole('button', { name: 'More' }).click();
    await from.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    if (isPhone(page)) await expect(from).toHaveCount(0);
  }
});

test('the rail collapses and stays collapsed; on a phone More holds theme and sign-out', async ({ page }) => {
  const nav = page.getByRole('navigation', { name: 'Console' });
  if (isPhone(page)) {
    await nav.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await sheet.getByRole('button', { name: 'Light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible();
    for (const target of await sheet.getByRole('link').or(sheet.getByRole('button')).all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    }
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    return;
  }
  const width = async () => (await nav.boundingBox())?.width ?? 0;
  const open = await width();
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  expect(await width()).toBeLessThan(open / 3);
  // The page sets cookies asynchronously, so a reload may be faster.
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('farebox-rail');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  expect(await width()).toBeLessThan(open / 3);
  await expect(nav.getByRole('link', { name: 'Limits' })).toBeVisible();
});

test('the balance opens its details, and follows the server', async ({ page }) => {
  const usd = { available: '12.5', reserved: '0' };
  await page.route('**/api/console/balance', (route) =>
    route.fulfill({
      json: { currency: 'DIEM', usd, diem: { available: '3', reserved: '0', ofDay: '10' } },
    }),
  );
  await page.goto('/keys');
  const chip = page.getByRole('button', { name: 'Available $12.50, 3.00 DIEM' });
  await chip.click();
  const panel = page.getByRole('dialog', { name: 'Balance' });
  await expect(panel).toContainText('of 10 DIEM a day');
  await expect(panel).toContainText(/Daily limits reset in\s*\d+ (h|min|s)/);
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  usd.available = '10.9195';
  usd.reserved = '0.0805';
  // By itself: the page is asked for nothing.
  await page.getByRole('button', { name: 'Available $10.91, $0.08 reserved, 3.00 DIEM' }).click();
  await expect(panel).toContainText('Available$10.9195');
  await expect(panel).toContainText('Reserved by running requests$0.0805');
  await panel.getByRole('link', { name: 'Limits' }).click();
  await page.waitForURL('**/limits');
  await expect(panel).toHaveCount(0);
});

test('a balance that cannot be loaded is shown as unknown until it can, and keeps the focus', async ({ page }) => {
  let asked = 0;
  let away = true;
  await page.route('**/api/console/balance', (route) => {
    asked += 1;
    return away ? route.fulfill({ status: 503, json: { error: 'Away.', code: 'UNAVAILABLE' } }) : route.continue();
  });
  await page.goto('/keys');
  const unknown = page.getByRole('button', { name: 'Balance unknown' });
  // The page itself tries three times.
  await expect.poll(() => asked).toBe(3);
  await unknown.focus();
  const before = asked;
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(unknown).toBeFocused();
  away = false;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Available \$/ })).toBeVisible();
});

test('the first tab stop skips to the content, and every tab stop of the frame shows its focus', async ({ page }) => {
  await page.goto('/keys');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  const seen: string[] = [];
  // Until the focus leaves the page at its end, at most 20 stops.
  while (seen.length < 20 && !(await page.evaluate<boolean>('document.activeElement === document.body'))) {
    const outline = await page.evaluate<string>(
      '(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle + " " + s.outlineWidth; })()',
    );
    expect(outline, `the focus at stop ${seen.length + 1}, after “${seen.at(-1)}”`).toBe('solid 2px');
    seen.push(
      await page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      ),
    );
    await page.keyboard.press('Tab');
  }
  expect(seen).toContain('Search commands');
  expect(seen.some((name) => name.startsWith('Account'))).toBe(true);
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});
