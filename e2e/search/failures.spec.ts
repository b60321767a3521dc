import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible';
import { balanceOf } from '../support/fixtures';
import { admin } from '../support/operator';
import { makePerson } from '../support/people';
import type { FareboxServer } from '../support/server';
import { TITLES } from '../support/local-site';
import { expect, test as base } from './installation';
import { openSearch, queryOf, readerOf, resultOf, searchButton, searchFor } from './on-the-page';

/** New accounts start without the welcome credit. */
const test = base.extend<object, object>({
  environment: [({ environment }, use) => use({ ...environment, WELCOME_CREDIT_USD: '0' }), { scope: 'worker' }],
});

/** Signs in as somebody with a dollar, and opens the search page. */
async function openWithCredit(page: Page, farebox: FareboxServer, path = '/search'): Promise<void> {
  const person = await makePerson(farebox);
  await admin(farebox, 'credit', '--email', person.email, '--usd', '1', '--reference', person.email);
  await openSearch(page, path, person);
}

const mainOf = (page: Page) => page.getByRole('main');

test('without credit a search says so, and goes on once there is some', async ({ page, farebox }) => {
  const person = await makePerson(farebox);
  await openSearch(page, '/search', person);
  await queryOf(page).fill('wild yeast');
  await searchButton(page).click();
  await expect(mainOf(page).getByText('Out of credit')).toBeVisible();
  await expect(mainOf(page).getByText('Not charged.')).toBeVisible();
  await expect(mainOf(page).getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/wallet');
  await expectAccessible(page);
  await admin(farebox, 'credit', '--email', person.email, '--usd', '1', '--reference', person.email);
  await mainOf(page).getByRole('button', { name: 'Retry' }).click();
  await expect(resultOf(page, TITLES.yeast)).toBeVisible();
  expect(await balanceOf(page)).toBe(0.99);
});

test('too many searches say when the next one is possible', async ({ page, farebox }) => {
  await openWithCredit(page, farebox);
  expect(await page.evaluate(searchUntilRefused, '/api/v1/augment/search')).toBe(429);
  await queryOf(page).fill('wild yeast');
  await searchButton(page).click();
  await expect(mainOf(page).getByText(/^Try again in \d+ s$/)).toBeVisible();
  await expect(mainOf(page).getByText('The search failed. Not charged.')).toBeVisible();
  await expectAccessible(page);
});

test('an engine that cannot be reached costs nothing', async ({ page, farebox }) => {
  await openWithCredit(page, farebox, '/search?q=wild+yeast&engine=google');
  await expect(page.getByRole('combobox', { name: 'Engine' })).toContainText('SearXNG');
  await searchButton(page).click();
  await expect(mainOf(page).getByText('The search failed. Not charged.')).toBeVisible();
  await expect(mainOf(page).getByText(/[0-9a-f]{16}-SVC/)).toBeVisible();
  await expectAccessible(page);
  expect(await balanceOf(page)).toBe(1);
});

test('a page that its site or the service forbids is not read, and costs nothing', async ({ page, farebox, site }) => {
  await openWithCredit(page, farebox);
  for (const address of [`${site.origin}/private/cellar.html`, `${site.origin}/gone.html`, 'http://127.0.0.1:9/']) {
    await page.goto(`/search?q=rye&read=${encodeURIComponent(address)}`);
    await readerOf(page)
      .getByRole('button', { name: /^Read · \$0\.01$/ })
      .click();
    await expect(readerOf(page).getByText('The page could not be read. Not charged.')).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(readerOf(page)).toHaveCount(0);
  await searchFor(page, 'rye');
  expect(await balanceOf(page)).toBe(0.99);
});

/** Runs in the page. @returns the status of the first search that was refused, or of the last of 25 */
async function searchUntilRefused(path: string): Promise<number> {
  let status = 0;
  // More than the searches of two minutes: a new minute may begin meanwhile.
  for (let at = 0; at < 45 && status < 400; at += 1) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ query: 'rye' }) });
    status = answer.status;
    // A body that is not read keeps its request open.
    await answer.text();
  }
  return status;
}
