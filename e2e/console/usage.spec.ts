import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, send, signIn, test, type Person } from '../support/fixtures';
import { admin } from '../support/operator';
import { makePerson } from '../support/people';
import type { FareboxServer } from '../support/server';
import { expectAccessible } from '../support/expect-accessible';

const MODEL = 'smollm2-135m';
/** The endpoint of the sums, not that of the rows. */
const SUMS = /\/api\/console\/usage\?/;

/** Sends a request with a key. @returns its status and ID */
async function ask(farebox: FareboxServer, key: string, body: object = {}): Promise<{ status: number; id: string }> {
  const response = await fetch(`${farebox.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4, ...body }),
  });
  await response.arrayBuffer();
  return { status: response.status, id: response.headers.get('cf-ray') ?? '' };
}

/** A new, signed-in account with a key, so that it has no requests from other scenarios. */
async function enter(farebox: FareboxServer, page: Page): Promise<{ person: Person; key: string }> {
  const person = await makePerson(farebox);
  const named = ['--email', person.email, '--type', 'INFERENCE', '--description', 'night worker'];
  const key = await admin(farebox, 'key', 'create', ...named);
  await signIn(page, person);
  return { person, key: String(key.apiKey) };
}

/** The cost of a request according to its receipt: an exact decimal string. */
async function costOf(page: Page, requestId: string): Promise<string> {
  const receipt = await page.request.get(`/api/console/requests/${requestId}`);
  expect(receipt.status()).toBe(200);
  return `$${((await receipt.json()) as { charged: string }).charged}`;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row');

test('requests of a key and of the chat are listed with their exact cost, and open their receipts', async ({
  page,
  farebox,
}) => {
  const { key } = await enter(farebox, page);
  await page.goto('/usage');
  await expect(page.getByRole('heading', { name: 'Nothing used yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create key' })).toBeVisible();

  const { status, id } = await ask(farebox, key);
  expect(status).toBe(200);
  await page.goto('/chat');
  await send(page, 'Say hello.');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();

  await page.goto('/usage');
  await expect(rows(page)).toHaveCount(3);
  const byKey = rows(page).filter({ hasText: 'night worker' });
  await expect(byKey).toContainText(MODEL);
  await expect(byKey).toContainText(await costOf(page, id));
  await expect(rows(page).filter({ hasText: 'Browser' })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Spend' }).getByText('2 requests').first()).toBeVisible();
  // The table next to the chart has the values of the bars.
  const total = page.getByRole('heading', { name: /^Cost per day/ });
  await expect(total).toContainText('$0.0');
  const twin = page.getByRole('table', { name: 'Cost per day' });
  await expect(twin.getByRole('columnheader', { name: MODEL })).toHaveCount(1);

  await byKey.getByRole('button', { name: MODEL }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText(id);
  await expect(receipt).toContainText('Reserved, then charged');
  // It also closes by keyboard.
  await byKey.getByRole('button', { name: MODEL }).press('Enter');
  await expect(receipt).toHaveCount(0);
  await expectAccessible(page);
});

test('a failed request shows why, and that it was not charged', async ({ page, farebox }) => {
  const { key } = await enter(farebox, page);
  expect((await ask(farebox, key)).status).toBe(200);
  const { status, id } = await ask(farebox, key, { model: 'no-such-model' });
  expect(status).toBe(404);
  await page.goto('/usage');
  const failed = rows(page).filter({ hasText: 'MODEL_NOT_FOUND' });
  await expect(failed).toContainText('not charged');
  await expect(page.getByRole('region', { name: 'Spend' }).getByText('1 failed').first()).toBeVisible();
  await failed.getByRole('button').click();
  const detail = page.getByRole('region', { name: 'Failed request' });
  await expect(detail).toContainText(id);
  await expect(detail).toContainText('404 MODEL_NOT_FOUND');
  await expect(detail).toContainText('/api/v1/chat/completions');
  await expect(detail).toContainText('not charged');

  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Succeeded' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(failed).toHaveCount(0);
  await page.getByRole('group', { name: 'Measure' }).getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByRole('heading', { name: /^Failed per day/ })).toContainText('1');
});

test('a page that finds no model is not a failed request of its visitor', async ({ page, farebox }) => {
  await enter(farebox, page);
  await page.goto('/models/nope');
  await expect(page.getByRole('heading', { name: 'Model not found' })).toBeVisible();
  await page.goto('/usage');
  await expect(page.getByRole('heading', { name: 'Nothing used yet' })).toBeVisible();
  await page.goto('/limits');
  await expect(page.getByText(/^0 of 20/)).toBeVisible();
});

test('filters narrow table, tiles, and chart, and survive a reload', async ({ page, farebox }) => {
  const { key } = await enter(farebox, page);
  expect((await ask(farebox, key)).status).toBe(200);
  await send(page, 'Say hello.');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  await page.goto('/usage');
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole('combobox', { name: 'Key' }).click();
  await page.getByRole('option', { name: 'night worker' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('group', { name: 'Days, UTC' }).getByRole('button', { name: '7 days' }).click();
  await page.getByRole('group', { name: 'Measure' }).getByRole('button', { name: 'Requests' }).click();
  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'By key' }).click();
  await expect(page).toHaveURL(/range=7/);
  await expect(page).toHaveURL(/by=key/);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Browser' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Key' })).toContainText('night worker');
  await expect(page.getByRole('region', { name: 'Spend' }).getByText('1 request', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('heading', { name: /^Requests per day/ })).toContainText('1');

  // The legend filters too; Clear resets the filters.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page
    .getByRole('list', { name: 'Series' })
    .getByRole('button', { name: /Browser/ })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/key=web/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);

  // A custom range: yesterday alone is empty.
  await page.getByRole('group', { name: 'Days, UTC' }).getByRole('button', { name: 'Custom' }).click();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day').fill(yesterday);
  await page.getByLabel('Last day').fill(yesterday);
  await expect(page.getByText('Nothing used in this period.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`end=${yesterday}`));
  await page.reload();
  await expect(page.getByLabel('Last day')).toHaveValue(yesterday);
  await expect(page.getByText('Nothing used in this period.')).toBeVisible();
});

test('a click on a bar shows that day', async ({ page, farebox }) => {
  const day = () => new Date().toISOString().slice(0, 10);
  const begunOn = day();
  const { key } = await enter(farebox, page);
  expect((await ask(farebox, key)).status).toBe(200);
  await page.goto('/usage?range=7');
  // Nothing was spent before today.
  await page.getByTestId('usage-bars').locator('.recharts-bar-rectangle path').last().click();
  // The day may change meanwhile.
  await expect(page).toHaveURL(new RegExp(`range=custom&start=(${begunOn}|${day()})&end=\\1$`));
  await expect(rows(page)).toHaveCount(2);
});

test('the axis is evenly spaced, and the pressed choice of a group stands out in the dark', async ({
  page,
  farebox,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { key } = await enter(farebox, page);
  expect((await ask(farebox, key)).status).toBe(200);
  await page.goto('/usage?range=30');
  for (const [axis, side] of [
    ['xAxis', 'left'],
    ['yAxis', 'top'],
  ] as const) {
    const labels = page.getByTestId('usage-bars').locator(`.recharts-${axis}-tick-labels text`);
    await expect(labels.first()).toBeVisible();
    const places = await labels.evaluateAll(
      (all, side) =>
        all.map((label) => {
          const { x, y, width, height } = label.getBoundingClientRect();
          return side === 'left' ? x + width / 2 : y + height / 2;
        }),
      side,
    );
    expect(places.length).toBeGreaterThan(1);
    const gaps = places.slice(1).map((place, index) => Math.abs(place - (places[index] ?? 0)));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(2);
  }
  const pressed = page.getByRole('group', { name: 'Days, UTC' }).locator('[aria-pressed="true"]');
  expect(await pressed.evaluate(contrastOfOutline)).toBeGreaterThanOrEqual(3);
});

/** The contrast between the ring of a pressed button and its own fill (WCAG 1.4.11), from the colors as painted. */
function contrastOfOutline(button: Element): number {
  const painter = document.createElement('canvas').getContext('2d');
  const luminance = (color: string) => {
    if (!painter) return 0;
    painter.fillStyle = color;
    painter.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...painter.getImageData(0, 0, 1, 1).data].map((byte) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { boxShadow, backgroundColor } = getComputedStyle(button);
  const ring = /(?:oklch|oklab|rgb|color|lab)\([^)]+\)(?= 0px 0px 0px 1px inset)/.exec(boxShadow)?.[0];
  if (!ring) return 1;
  const [light = 0, dark = 0] = [luminance(ring), luminance(backgroundColor)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('the CSV file has all rows of the table', async ({ page, farebox }) => {
  const { key } = await enter(farebox, page);
  for (let n = 0; n < 3; n += 1) expect((await ask(farebox, key)).status).toBe(200);
  expect((await ask(farebox, key, { model: '=no-such-model' })).status).toBe(404);
  await page.goto('/usage');
  await expect(rows(page)).toHaveCount(5);
  const save = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    return { name: download.suggestedFilename(), head, lines };
  };
  const whole = await save();
  expect(whole.name).toMatch(/^usage-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(whole.head).toMatch(/^time,requestId,model,key,/);
  const answer = await page.request.get(`/api/console/usage/requests?${daysOf(whole.name)}`);
  const { data } = (await answer.json()) as { data: { requestId: string; charged: string }[] };
  expect(whole.lines.map((line) => line.split(',')[1])).toEqual(data.map(({ requestId }) => requestId));
  for (const [place, { charged }] of data.entries()) expect(whole.lines[place]).toContain(`,${charged},`);

  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
  await expect(rows(page)).toHaveCount(2);
  const failed = await save();
  expect(failed.name).toContain('-failed.csv');
  expect(failed.lines).toHaveLength(1);
  expect(failed.lines[0]).toContain('MODEL_NOT_FOUND');
});

function daysOf(filename: string): string {
  const [, start, end] = /(\d{4}-\d{2}-\d{2})-(\d{4}-\d{2}-\d{2})/.exec(filename) ?? [];
  return `start=${start}&end=${end}`;
}

test('nobody sees another account’s usage', async ({ page, farebox, browser }) => {
  const { key } = await enter(farebox, page);
  const { id } = await ask(farebox, key);
  expect((await ask(farebox, key, { model: 'no-such-model' })).status).toBe(404);
  await page.goto('/usage');
  await expect(rows(page)).toHaveCount(3);
  const other = await browser.newContext({ baseURL: farebox.url });
  const theirs = await other.newPage();
  await enter(farebox, theirs);
  await theirs.goto('/usage');
  await expect(theirs.getByRole('heading', { name: 'Nothing used yet' })).toBeVisible();
  expect((await theirs.request.get(`/api/console/requests/${id}`)).status()).toBe(404);
  const today = new Date().toISOString().slice(0, 10);
  const answer = await theirs.request.get(`/api/console/usage/requests?start=${today}&end=${today}`);
  expect(await answer.json()).toEqual({ data: [], nextCursor: null });
  await other.close();
});

test('a server failure is shown, and Retry loads the page', async ({ page, farebox }) => {
  const { key } = await enter(farebox, page);
  expect((await ask(farebox, key)).status).toBe(200);
  const failure = { status: 404, json: { error: 'Gone for a moment.', code: 'NOT_FOUND' } };
  await page.route(SUMS, (route) => route.fulfill(failure));
  await page.goto('/usage');
  await expect(page.getByText('The usage could not be loaded.')).toBeVisible();
  await page.unroute(SUMS);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The usage could not be loaded.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Cost per day/ })).toContainText('$0');
});

test('a failed “Show more” is reported, and Retry adds the rows', async ({ page, farebox }) => {
  const { key } = await enter(farebox, page);
  expect((await ask(farebox, key)).status).toBe(200);
  let away = true;
  await page.route(/\/api\/console\/usage\/requests\?/, async (route) => {
    const isFurther = new URL(route.request().url()).searchParams.has('cursor');
    if (isFurther && away) return route.fulfill({ status: 404, json: { error: 'Gone.', code: 'NOT_FOUND' } });
    if (isFurther) return route.fulfill({ json: { data: [], nextCursor: null } });
    const answer = await route.fetch();
    return route.fulfill({ json: { ...((await answer.json()) as object), nextCursor: 'further' } });
  });
  await page.goto('/usage');
  await page.getByRole('button', { name: 'Show more' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'More requests could not be loaded.' });
  await expect(alert).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  away = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
});
