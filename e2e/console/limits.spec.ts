import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../support/clients';
import { signIn } from '../support/fixtures';
import { makePerson } from '../support/people';
import { expectAccessible } from '../support/expect-accessible';

const { FAREBOX_MATRIX } = process.env;
const MINUTE_MS = 60_000;

/** Waits for the next minute if the current one would end during the scenario. */
async function untilMinuteIsLong(page: Page, neededMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < neededMs) await page.waitForTimeout(leftMs + 500);
}

async function makeKey(page: Page, description: string): Promise<string> {
  const data = { apiKeyType: 'INFERENCE', description };
  const answer = await page.request.post('/api/v1/api_keys', { data });
  return ((await answer.json()) as { data: { apiKey: string } }).data.apiKey;
}

const ask = (request: APIRequestContext, url: string, key: string, model: string) =>
  request.post(`${url}/api/v1/chat/completions`, {
    headers: { authorization: `Bearer ${key}` },
    data: { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 },
  });

const requestsOf = (page: Page, name: string) => page.getByRole('meter', { name: `Requests per minute, ${name}` });
const tokensOf = (page: Page, name: string) => page.getByRole('meter', { name: `Tokens per minute, ${name}` });
const refusals = (page: Page) => page.getByRole('table', { name: 'The last refused requests' }).getByRole('row');

test('bars drop with each request and refill each minute, and a refused request is logged with its key', async ({
  page,
  farebox,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const keyName = `night worker ${Date.now()}`;
  await untilMinuteIsLong(page, 25_000);
  await page.goto('/limits');
  await expect(requestsOf(page, 'rare')).toHaveAttribute('aria-valuetext', '1 of 1 left');
  await expect(tokensOf(page, 'rare')).toHaveAttribute('aria-valuetext', '500,000 of 500,000 left');

  const key = await makeKey(page, keyName);
  await expect(requestsOf(page, 'Create a key')).toHaveAttribute('aria-valuetext', /^1?\d of 20 left$/);
  expect((await ask(request, farebox.url, key, 'rare')).status()).toBe(200);
  await expect(requestsOf(page, 'rare')).toHaveAttribute('aria-valuetext', '0 of 1 left');
  await expect(tokensOf(page, 'rare')).toHaveAttribute('aria-valuetext', /^499,9\d\d of 500,000 left$/);
  expect((await ask(request, farebox.url, key, 'rare')).status()).toBe(429);

  const line = refusals(page).filter({ hasText: keyName });
  await expect(line).toHaveCount(1);
  for (const text of ['rare', 'Requests per minute', keyName]) {
    await expect(line.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible();
  }

  const other = await browser.newContext({ baseURL });
  const theirs = await other.newPage();
  await signIn(theirs, await makePerson(farebox));
  await theirs.goto('/limits');
  // Only the owner has such a low limit.
  await expect(requestsOf(theirs, 'rare')).toHaveAttribute('aria-valuetext', '20 of 20 left');
  await expect(theirs.getByText('No refused requests')).toBeVisible();
  await expect(theirs.getByText(keyName)).toHaveCount(0);
  await other.close();

  // Waits nearly a minute, so only in the matrix. `lib/limits` also tests that windows end.
  if (!FAREBOX_MATRIX) return;
  await expect(requestsOf(page, 'rare')).toHaveAttribute('aria-valuetext', '1 of 1 left', {
    timeout: MINUTE_MS + 5_000,
  });
  await expect(requestsOf(page, 'Create a key')).toHaveAttribute('aria-valuetext', '20 of 20 left');
});

test('failed requests are counted, the browser is blocked with a countdown, and unblocked', async ({
  page,
  farebox,
}) => {
  test.setTimeout(120_000);
  await signIn(page, await makePerson(farebox));
  const fail = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      expect((await page.request.post('/api/v1/chat/completions', { data: {} })).status()).toBe(400);
    }
  };
  await page.goto('/limits');
  const meter = page.getByRole('meter', { name: 'Failed requests' });
  await expect(meter).toHaveAttribute('aria-valuetext', '0 of 20 failed requests in the last 30 s');
  await expect(page.getByText('No refused requests')).toBeVisible();
  await fail(3);
  await expect(meter).toHaveAttribute('aria-valuetext', '3 of 20 failed requests in the last 30 s');
  await fail(18);
  await expect(page.getByText('More than 20 requests failed within 30 s.')).toBeVisible();
  const closed = page.getByText(/are unblocked in \d+ s\./);
  await expect(closed).toBeVisible();
  const secondsLeft = async () => Number(/unblocked in (\d+) s/.exec((await closed.textContent()) ?? '')?.[1]);
  const before = await secondsLeft();
  expect(before).toBeLessThanOrEqual(30);
  expect((await page.request.post('/api/v1/chat/completions', { data: {} })).status()).toBe(429);
  await expect.poll(secondsLeft).toBeLessThan(before);

  // A page loaded now cannot read the log, and says when it can.
  await page.reload();
  await expect(page.getByText('The log can be read again when browser requests are unblocked.')).toBeVisible();
  await expect(page.getByText('The log could not be loaded.')).toHaveCount(0);

  await expect(meter).toHaveAttribute('aria-valuetext', /^0 of 20/, { timeout: 40_000 });
  const line = refusals(page).filter({ hasText: '/api/v1/chat/completions' }).first();
  for (const text of ['Failed requests', 'Browser']) {
    await expect(line.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible();
  }
});

test('a key that failed too often is blocked with its own countdown, and the browser is not', async ({
  page,
  farebox,
  request,
}) => {
  await signIn(page, await makePerson(farebox));
  const key = await makeKey(page, 'broken loop');
  await page.goto('/limits');
  for (let count = 0; count < 21; count += 1) {
    expect((await ask(request, farebox.url, key, 'no-such-model')).status()).toBe(404);
  }
  const refused = page.getByRole('list', { name: 'Blocked keys' }).getByRole('listitem');
  await expect(refused).toHaveText(/The key broken loop …\S{6} is blocked\. .* Unblocked in \d+ s\./);
  await expect(refused).toContainText(key.slice(-6));
  await expect(page.getByRole('meter', { name: 'Failed requests' })).toHaveAttribute('aria-valuetext', /^0 of 20/);
});

test('the page polls, and pauses while it is hidden', async ({ page }) => {
  await signIn(page);
  let looks = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/console/limits')) looks += 1;
  });
  await page.goto('/limits');
  await expect.poll(() => looks).toBeGreaterThan(1);
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  await page.waitForTimeout(500);
  const seen = looks;
  await page.waitForTimeout(5_000);
  expect(looks).toBe(seen);
  await turn('visible');
  await expect.poll(() => looks).toBeGreaterThan(seen);
});

test('models are found by a search kept in the URL, and axe finds nothing', async ({ page }) => {
  await signIn(page);
  await page.goto('/limits');
  await expect(requestsOf(page, 'demo')).toBeVisible();
  await expectAccessible(page);
  const search = page.getByRole('searchbox', { name: 'Search models' });
  await search.fill('rar');
  await expect(requestsOf(page, 'demo')).toHaveCount(0);
  await expect(requestsOf(page, 'rare')).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('rar');
  await expect(requestsOf(page, 'demo')).toHaveCount(0);
  await search.fill('nothing is named so');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(requestsOf(page, 'demo')).toBeVisible();
});

test('a failure is shown, keeps the last figures, and clears with the next successful response', async ({ page }) => {
  await signIn(page);
  await page.goto('/limits');
  await expect(requestsOf(page, 'demo')).toBeVisible();
  const address = '**/api/console/limits';
  await page.route(address, (route) => route.fulfill({ status: 400, json: { error: 'No.', code: 'INVALID_REQUEST' } }));
  await expect(page.getByText('These figures may be out of date.')).toBeVisible();
  await expect(requestsOf(page, 'demo')).toBeVisible();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('These figures may be out of date.')).toHaveCount(0);
});
