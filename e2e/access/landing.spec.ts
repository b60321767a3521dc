import { expect, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

test('the start page shows the product in the visitor’s theme, without moving while it loads', async ({ page }) => {
  const loaded: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.webp')) loaded.push(new URL(response.url()).pathname);
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const pictures = page.getByRole('region', { name: 'How it looks' }).getByRole('img');
  await expect(pictures).toHaveCount(3);
  const heights = () => pictures.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
  const before = await heights();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(40);
  }
  expect(await heights()).toEqual(before);
  expect(before.every((height) => height > 100)).toBe(true);
  // Only those of this theme.
  expect(loaded.filter((path) => path.includes('-dark'))).toHaveLength(3);
  expect(loaded.filter((path) => path.includes('-light'))).toEqual([]);
  await expectAccessible(page);
});

test('the first sample is in colors, also with the model that is served', async ({ page }) => {
  await page.goto('/');
  const sample = page.getByRole('region', { name: 'curl sample' });
  await expect(sample).toContainText('"model": "smollm2-135m"');
  await expect(sample.locator('.text-go').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByRole('region', { name: 'Python sample' }).locator('.text-signal-ink').first()).toHaveText(
    'import',
  );
});

test('the footer leads to the models, the reference, and the files for machines', async ({ page }) => {
  await page.goto('/');
  const foot = page.getByRole('contentinfo');
  for (const [name, path] of [
    ['openapi.json', '/api/v1/openapi.json'],
    ['llms.txt', '/llms.txt'],
    ['Model list', '/api/v1/models?type=all'],
  ] as const) {
    const href = await foot.getByRole('link', { name }).getAttribute('href');
    expect(href).toBe(path);
    expect((await page.request.get(path)).status()).toBe(200);
  }
  await foot.getByRole('link', { name: 'Billing and receipts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/billing$/);
  await page.goBack();
  await foot.getByRole('link', { name: 'Models and prices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
});
