import AxeBuilder from '@axe-core/playwright';
import { expect, fillSignIn, signIn, test } from '../../support/fixtures';
import { loadKeys, openKeys } from '../keys/on-the-page';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a page that fails leaves the frame intact, and Retry restores it', async ({ page }) => {
  await page.route('**/api/v1/api_keys', (route) => route.fulfill({ json: { object: 'list', data: [null] } }));
  await page.goto('/keys');
  await expect(page.getByRole('heading', { name: 'This page failed' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy reference' })).toBeVisible();
  await page.unroute('**/api/v1/api_keys');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This page failed' })).toHaveCount(0);
});

test('a chunk that cannot be loaded breaks its own part, not the page', async ({ page }) => {
  const refused: string[] = [];
  await page.reload();
  // The page itself may load its last chunk after a pause.
  const picker = page.getByRole('combobox', { name: /^Model: / });
  await expect(picker).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.route('**/_next/static/chunks/**', (route) => {
    refused.push(route.request().url());
    return route.abort();
  });
  await picker.click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect.poll(() => refused.length).toBeGreaterThan(1);
  await page.getByRole('textbox', { name: 'Message' }).fill('I am still here');
  await expect(picker).toBeVisible();
  await expect(page.getByTestId('chat-title')).toHaveText('New chat');
  await page.unroute('**/_next/static/chunks/**');
  await page.reload();
  await picker.click();
  await expect(page.getByRole('combobox', { name: 'Search models' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('I am still here');
});

test('a dialog that cannot be loaded is reported, and leaves the page unchanged', async ({ page }) => {
  const known = new Set<string>();
  const learn = (request: { url(): string }) => known.add(request.url());
  page.on('request', learn);
  // Loads everything of the frame, including preloads, and then the code of the keys page.
  await page.goto('/limits');
  // The page's own requests show that it is hydrated.
  await expect(page.getByRole('button', { name: /^Available \$/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(200, 200);
  let before = -1;
  const isGrowing = () => before !== (before = known.size);
  await expect.poll(isGrowing, { intervals: [2_500], timeout: 30_000 }).toBe(false);
  page.off('request', learn);
  const sources = await (await page.request.get('/keys')).text();
  await page.route('**/_next/static/chunks/*.js', (route) => {
    const url = route.request().url();
    return known.has(url) || sources.includes(new URL(url).pathname) ? route.continue() : route.abort();
  });
  await openKeys(page);
  const create = page.getByRole('button', { name: 'Create key' }).first();
  const message = page.getByText('Part of this page could not be loaded');
  // Each page load tries again, and each click reports the failure.
  for (let loads = 0; loads < 2; loads += 1) {
    await create.click();
    await expect(message).toHaveCount(1);
    await create.click();
    await expect(message).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    if (loads === 1) await page.unroute('**/_next/static/chunks/*.js');
    await loadKeys(page, () => page.getByRole('button', { name: 'Reload' }).click());
    await expect(message).toHaveCount(0);
  }
  await create.click();
  await expect(page.getByRole('dialog', { name: 'Create key' })).toBeVisible();
});

test('an unknown address says so, and links back', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toHaveCount(1);
  await page.getByRole('link', { name: 'Open chat' }).click();
  await page.waitForURL('**/chat');
});

test('a lost connection is shown, and clears automatically', async ({ page, context }) => {
  await page.goto('/keys');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  // Code that has not loaded by then never will.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const bar = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  const again = page.waitForRequest('**/api/v1/api_keys');
  await context.setOffline(false);
  await again;
  await expect(bar).toHaveCount(0);
});

test('signed out in another tab: the page stays, and continues after a sign-in in a new tab', async ({
  page,
  context,
}) => {
  await page.getByRole('textbox', { name: 'Message' }).fill('a thought that must stay');
  const other = await context.newPage();
  await other.goto('/keys');
  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  const bar = page.getByRole('status').filter({ hasText: 'You were signed out.' });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a thought that must stay');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const opened = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Sign in' }).click();
  const beside = await opened;
  await fillSignIn(beside);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a thought that must stay');
});
