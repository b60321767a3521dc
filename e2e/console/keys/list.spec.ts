import AxeBuilder from '@axe-core/playwright';
import { expect, signIn, test } from '../../support/fixtures';
import { admin, createKey } from '../../support/operator';
import { expectAccessible } from '../../support/expect-accessible';
import { ask, choose, KEYS, makeKey, rowOf } from './on-the-page';

test('what a key spent is charted by day, and written out on narrow screens', async ({ page, farebox, request }) => {
  await signIn(page);
  const name = `spender ${Date.now()}`;
  const key = await makeKey(page, { description: name });
  await page.goto('/keys');
  const row = rowOf(page, name);
  const chart = row
    .getByRole('img', { name: /in 7 days/ })
    .or(row.getByText(/^(nothing )?spent /))
    .filter({ visible: true });
  const text = async () => (await chart.getAttribute('aria-label')) ?? (await chart.innerText());
  await expect.poll(text).toMatch(/^(\$0|nothing spent) in 7 days$/);
  // Only the line of the chart: a mark per empty day looked like underscores.
  const marks = row.locator('svg[role="img"] rect');
  if (await marks.first().isVisible()) await expect(marks).toHaveCount(1);
  expect(await ask(request, farebox, key)).toBe(200);
  await page.reload();
  await expect.poll(text).toMatch(/\$0\.0*[1-9]\d* in 7 days/);
  const { keys } = (await (await page.request.get('/api/console/keys/spend')).json()) as { keys: { usd: string[] }[] };
  expect(Number(keys[0]?.usd.at(-1))).toBeGreaterThan(0);
});

test('search, filters, and order survive a reload', async ({ page }) => {
  await signIn(page);
  const mark = `m${Date.now()}`;
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await makeKey(page, { description: `${mark} plain` });
  await makeKey(page, { description: `${mark} soon`, expiresAt: soon });
  await makeKey(page, { description: `${mark} limited`, consumptionLimit: { usd: 1 } });
  await makeKey(page, { description: `${mark} desk`, apiKeyType: 'ADMIN' });
  await page.goto('/keys');
  await page.getByRole('searchbox', { name: 'Search keys' }).fill(mark);
  const shown = async () =>
    (
      await page
        .getByRole('row')
        .getByRole('button', { name: new RegExp(`^${mark}`) })
        .allInnerTexts()
    ).map((text) => text.replace(`${mark} `, ''));
  await expect.poll(shown).toEqual(['desk', 'limited', 'soon', 'plain']);
  const head = page.getByRole('button', { name: 'Created', exact: true });
  if (await head.isVisible()) await head.click();
  else await choose(page, page.getByRole('main'), 'Sort keys by', 'Oldest first');
  await expect.poll(shown).toEqual(['plain', 'soon', 'limited', 'desk']);
  await expect(page).toHaveURL(/order=asc/);
  await page.reload();
  await expect.poll(shown).toEqual(['plain', 'soon', 'limited', 'desk']);

  await page.getByRole('button', { name: 'Expiring soon' }).click();
  await expect.poll(shown).toEqual(['soon']);
  await page.getByRole('button', { name: 'With a limit' }).click();
  await expect(page.getByText(`No key matches “${mark}”.`)).toBeVisible();
  await page.getByRole('button', { name: 'Expiring soon' }).click();
  await expect.poll(shown).toEqual(['limited']);
  await page.getByRole('button', { name: 'With a limit' }).click();
  await choose(page, page.getByRole('main'), 'Key type', 'Admin');
  await expect.poll(shown).toEqual(['desk']);
  await page.reload();
  await expect.poll(shown).toEqual(['desk']);
  await expect(page.getByRole('searchbox', { name: 'Search keys' })).toHaveValue(mark);
  await expectAccessible(page);
});

test('the page keeps its list through an outage and recovers automatically; without keys it shows a quickstart', async ({
  page,
}) => {
  await signIn(page);
  const name = `kept ${Date.now()}`;
  await makeKey(page, { description: name });
  let away = true;
  let empty = false;
  await page.route(`**${KEYS}`, (route) =>
    away
      ? route.fulfill({ status: 503, json: { error: 'The service is not ready. Try again.', code: 'NOT_READY' } })
      : empty
        ? route.fulfill({ json: { object: 'list', data: [] } })
        : route.continue(),
  );
  await page.goto('/keys');
  await expect(page.getByText('The keys could not be loaded.')).toBeVisible();
  away = false;
  await expect(rowOf(page, name)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('The keys could not be loaded.')).toHaveCount(0);
  empty = true;
  await page.reload();
  await expect(page.getByText('No keys yet')).toBeVisible();
  await expect(page.getByText('curl http')).toBeVisible();
  await expect(page.getByText("import OpenAI from 'openai'")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Create your first key' }).click();
  await expect(page.getByRole('dialog', { name: 'Create key' })).toBeVisible();
});

test('a key of another account cannot be seen, changed, or revoked', async ({ farebox, request }) => {
  const other = `other-${Date.now()}@example.com`;
  await admin(farebox, 'account', 'create', '--email', other);
  const otherKey = await admin(farebox, 'key', 'create', '--email', other, '--type', 'ADMIN');
  const ownersKey = await createKey(farebox, 'ADMIN');
  const address = `${farebox.url}${KEYS}`;
  const headers = { authorization: `Bearer ${String(otherKey.apiKey)}` };
  const owner = { authorization: `Bearer ${ownersKey}` };
  const list = (await (await request.get(address, { headers: owner })).json()) as {
    data: { id: string; last6Chars: string }[];
  };
  const owners = list.data.find((entry) => entry.last6Chars === ownersKey.slice(-6));
  expect(owners).toBeDefined();
  expect((await request.delete(`${address}?id=${owners?.id}`, { headers })).status()).toBe(400);
  expect((await request.get(`${address}/${owners?.id}`, { headers })).status()).toBe(400);
  const taken = { id: owners?.id, description: 'taken' };
  expect((await request.patch(address, { headers, data: taken })).status()).toBe(400);
  const still = await request.get(`${address}/${owners?.id}`, { headers: owner });
  expect(still.status()).toBe(200);
  expect(((await still.json()) as { data: { description: string } }).data.description).not.toBe('taken');
});
