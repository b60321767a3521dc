import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '../../lib/models/test-whole-file';
import { fillSignIn, test as base, expect, signIn } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

const run = promisify(execFile);

/** An installation with a model of every type: the documentation's example service file. */
const test = base.extend<object>({
  environment: [
    ({ writeServiceFile }, use) => use({ SERVICE_FILE: writeServiceFile(WHOLE_FILE), ...WHOLE_FILE_ENVIRONMENT }),
    { scope: 'worker' },
  ],
});

/** The rows of the list, without its header. */
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Models' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const names = async (page: Page) => rows(page).getByRole('link').allInnerTexts();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search models' });

/** On phones the filters are collapsed. */
async function expandFilters(page: Page): Promise<void> {
  const fold = page.getByRole('button', { name: /^Filters/ });
  await expect(search(page)).toBeVisible();
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
}

test('a signed-out visitor finds a model, and search and filters survive a reload', async ({ page }) => {
  await page.goto('/models');
  await expect(rows(page)).toHaveCount(15);
  await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('tab', { name: /^Text/ }).click();
  await expect(rows(page)).toHaveCount(3);
  await expandFilters(page);
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Sort models by' }).click();
  await page.getByRole('option', { name: 'Cheapest first' }).click();
  await expect.poll(() => names(page)).toEqual(['SmolLM2 135M Instruct', 'Demo Text S']);
  await page.getByRole('combobox', { name: 'Minimum context' }).click();
  await page.getByRole('option', { name: '128K tokens or more' }).click();
  await search(page).fill('general');
  await expect.poll(() => names(page)).toEqual(['Demo Text S']);
  await expect(page).toHaveURL(/q=general/);
  await expect(page.getByRole('status').filter({ hasText: '1 of 15 models' })).toBeAttached();

  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Demo Text S']);
  await expect(search(page)).toHaveValue('general');
  await expect(page.getByRole('button', { name: 'Tools', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('combobox', { name: 'Sort models by' })).toHaveText(/Cheapest first/);

  await search(page).fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No models match' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all models' }).click();
  await expect(rows(page)).toHaveCount(15);
  await expect(page).toHaveURL(/\/models\?sort=price$/);
});

test('the curl sample of a model is copied, and works', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto('/models');
  await rows(page).getByRole('link', { name: 'SmolLM2 135M Instruct' }).click();
  await page.waitForURL('**/models/smollm2-135m');
  await expect(page.getByRole('heading', { level: 1, name: 'SmolLM2 135M Instruct' })).toBeVisible();
  await expect(page.getByText(/requests and .* tokens per minute/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy sample' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');

  const made = await page.request.post('/api/v1/api_keys', { data: { apiKeyType: 'INFERENCE', description: 'curl' } });
  const { data } = (await made.json()) as { data: { apiKey: string } };
  const { stdout } = await run('bash', ['-c', copied], { env: { ...process.env, API_KEY: data.apiKey } });
  const answer = JSON.parse(stdout) as { model: string; choices: { message: { content: string } }[] };
  expect(answer.model).toBe('smollm2-135m');
  expect(answer.choices[0]?.message.content).not.toBe('');
});

test('the copy button of a sample of one line stands beside it, not over it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/models/demo-tts');
  const sample = page.getByRole('region', { name: 'curl sample' });
  const copy = page.getByRole('button', { name: 'Copy curl sample' });
  const [code, button] = [await sample.boundingBox(), await copy.boundingBox()];
  expect(await sample.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(button?.x ?? 0).toBeGreaterThanOrEqual((code?.x ?? 0) + (code?.width ?? 0));
  await expectAccessible(page);
});

test('a model is tried in the chat, also after signing in first', async ({ page }) => {
  await page.goto('/models/demo-text-s');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in and try it' }).click();
  await fillSignIn(page);
  await page.waitForURL('**/chat');
  await expect(page.getByRole('combobox', { name: /^Model: Demo Text S/ })).toBeVisible();

  await page.goto('/models/smollm2-135m');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.waitForURL('**/chat');
  await expect(page.getByRole('combobox', { name: /^Model: SmolLM2/ })).toBeVisible();
});

test('a deprecated model shows its end date and replacement, and an offline one its state', async ({ page }) => {
  await page.goto('/models?type=text');
  const row = rows(page).filter({ hasText: 'demo-text-old' });
  await expect(row).toContainText('deprecated');
  await expect(row).toContainText('until 2037-01-10, then demo-text-s');
  // The whole row is a link.
  await row.getByText('until 2037-01-10').click();
  await page.waitForURL('**/models/demo-text-old');
  await expect(page.getByText('Requests will then run on demo-text-s, at its price.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View demo-text-s' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Text S' })).toBeVisible();
  await page.getByRole('link', { name: 'All models' }).click();
  await expandFilters(page);
  await page.getByRole('button', { name: 'Hide deprecated' }).click();
  await expect(rows(page)).toHaveCount(14);
  await page.goto('/models/demo-image-pixels');
  await expect(page.getByText('This model is offline')).toBeVisible();
  await expect(page.getByRole('link', { name: /try it/i })).toHaveCount(0);
});

test('each type shows its prices, and an unknown name suggests similar ones', async ({ page }) => {
  const prices: [string, RegExp][] = [
    ['demo-embed', /Input\s*\$0\.02/],
    ['demo-image', /1K, high\s*\$0\.08/],
    ['demo-edit', /Each input image after 1\s*\$0\.01/],
    ['image-upscaler', /Upscaled 4×\s*\$0\.004/],
    ['demo-tts', /Text\s*\$15\.00/],
    ['demo-asr', /Audio\s*\$0\.0001/],
    ['demo-music', /61 to 240 s\s*\$0\.30/],
  ];
  for (const [id, price] of prices) {
    await page.goto(`/models/${id}`);
    await expect(page.getByRole('table', { name: 'Prices in USD' })).toContainText(price);
  }
  await page.goto('/models/demo-video');
  await expect(page.getByText('Prices of video models are not listed')).toBeVisible();

  await page.goto('/models/lab/demo-texts');
  await expect(page.getByRole('heading', { level: 1, name: 'Model not found' })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Demo Text S/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Text S' })).toBeVisible();
});

test('keyboard shortcuts and the palette open the model pages', async ({ page }) => {
  await signIn(page);
  await page.goto('/limits');
  await expect(page.getByRole('meter').first()).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('about music');
  await page.getByRole('option', { name: 'About demo-music' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'demo-music' })).toBeVisible();
});

test('what was measured in own requests is shown, and sorts the list by keyboard', async ({ page }) => {
  await signIn(page);
  await page.goto('/models');
  const row = rows(page).filter({ hasText: 'smollm2-135m' });
  await expect(row).toBeVisible();
  for (let sent = 0; sent < 3; sent += 1) {
    const answer = await page.request.post('/api/v1/chat/completions', {
      data: {
        model: 'smollm2-135m',
        stream: true,
        max_completion_tokens: 40,
        messages: [{ role: 'user', content: 'Describe a lighthouse in three sentences.' }],
      },
    });
    expect(answer.ok()).toBe(true);
    await answer.body();
  }
  await page.reload();
  await expect(row).toContainText('used by you');
  await expect(row).toContainText(/\d s/);
  await expect(row).toContainText('100%');
  await expectAccessible(page);

  const used = page.getByRole('button', { name: 'Used by you' });
  await expandFilters(page);
  await used.click();
  await expect(row).toBeVisible();
  await expect(rows(page).filter({ hasText: 'demo-tts' })).toHaveCount(0);
  await page.reload();
  await expect(used).toHaveAttribute('aria-pressed', 'true');
  await expandFilters(page);
  await used.click();
  await expect(rows(page)).toHaveCount(15);

  // The columns are there in wide windows only.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(row).toContainText('yours');
  const head = page.getByRole('columnheader', { name: 'Uptime' });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => (await names(page))[0]).toBe('SmolLM2 135M Instruct');
  await expect(page.getByRole('combobox', { name: 'Sort models by' })).toHaveText(/Highest uptime first/);
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=uptime&reversed=true/);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expectAccessible(page);

  await row.getByRole('link').click();
  const measured = page.getByRole('region', { name: 'Measured here' });
  await expect(measured).toContainText(/First token.*s in your own requests/);
  await expect(measured).toContainText(/Used by you: \d+ requests in 30 days/);
  await expectAccessible(page);
});

test('a list that cannot be loaded says so, and can be retried', async ({ page }) => {
  const list = '**/api/v1/models?type=all';
  await page.route(list, (route) => route.fulfill({ status: 400, json: { error: 'Not now.', code: 'UNKNOWN_ERROR' } }));
  await page.goto('/models');
  await expect(page.getByText('The models could not be loaded.')).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(15);
});
