import { expectAccessible } from '../support/expect-accessible';
import { expect, test } from '../support/fixtures';
import {
  answerWeb,
  historyOf,
  openSearch,
  queryOf,
  readerOf,
  resultsOf,
  searchButton,
  searchFor,
  titleLink,
} from './on-the-page';

test('a search shows its results and its receipt, and a reload does not pay again', async ({ page }) => {
  const asked = await answerWeb(page);
  await openSearch(page);
  await expect(page.getByRole('heading', { name: 'What do you want to find?' })).toBeVisible();
  await expectAccessible(page);
  await searchButton(page).click();
  await expect(page.getByText('Type what to search for.')).toBeVisible();
  await expect(queryOf(page)).toBeFocused();

  await searchFor(page, 'tide table');
  await expect(resultsOf(page)).toHaveCount(3);
  await expect(resultsOf(page).first().locator('mark')).toHaveText(['Tide', 'tables', 'tides']);
  // Markup of a result is text.
  await expect(resultsOf(page).first()).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.getByTestId('search-receipt')).toContainText('3 results · $0.01');
  await page.getByTestId('search-receipt').click();
  await expect(page.getByTestId('receipt')).toContainText('test-request');
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('q')).toBe('tide table');

  await page.reload();
  await expect(resultsOf(page)).toHaveCount(3);
  expect(asked.searches).toEqual(['tide table']);
  await expect(searchButton(page)).toContainText('Search again');
});

test('a link to a search is not paid for until somebody searches', async ({ page }) => {
  const asked = await answerWeb(page);
  await openSearch(page, '/search?q=moon&engine=google');
  await expect(page.getByRole('heading', { name: 'Search for “moon”' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Engine' })).toContainText('Secondary');
  await expectAccessible(page);
  expect(asked.searches).toEqual([]);
  await searchButton(page).click();
  await expect(resultsOf(page)).toHaveCount(3);
  expect(asked.searches).toEqual(['moon']);
});

test('results are walked by keyboard, read once, and closed', async ({ page }) => {
  const asked = await answerWeb(page);
  await openSearch(page);
  await searchFor(page, 'tides');
  await queryOf(page).press('ArrowDown');
  await expect(titleLink(page, /^Tide tables/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(titleLink(page, /^tide-js/)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(titleLink(page, /^How the moon works/)).toBeFocused();
  await page.keyboard.press('r');
  await expect(readerOf(page)).toContainText('High water');
  await expect(readerOf(page).getByText('Image: x (evil.example)')).toBeVisible();
  await expect(readerOf(page).locator('img')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(readerOf(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/read=/);
  await resultsOf(page)
    .nth(1)
    .getByRole('button', { name: /^Read: How the moon works/ })
    .click();
  await expect(readerOf(page)).toContainText('High water');
  expect(asked.reads).toEqual(['https://example.net/moon.pdf']);
});

test('filters narrow the results without another search', async ({ page }) => {
  const asked = await answerWeb(page);
  await openSearch(page);
  await searchFor(page, 'tides');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Code (1)' }).click();
  await expect(resultsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(/kind=code/);
  await page.getByRole('combobox', { name: 'Date' }).click();
  await page.getByRole('option', { name: 'Past day' }).click();
  await expect(page.getByText('The filters hide all results.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(resultsOf(page)).toHaveCount(3);
  expect(asked.searches).toHaveLength(1);
});

test('a chat is asked about selected results', async ({ page }) => {
  await answerWeb(page);
  await openSearch(page);
  await searchFor(page, 'when is high tide');
  await page.getByRole('checkbox', { name: /^Ask about Tide tables/ }).check();
  await page.getByRole('button', { name: 'Ask about 1 selected' }).click();
  await page.waitForURL('**/chat');
  const draft = page.getByRole('textbox', { name: 'Message' });
  await expect(draft).toHaveValue(
    /^when is high tide\n[\s\S]*1\. Tide tables of the North Sea\nhttps:\/\/example\.org/,
  );
});

test('the history opens searches for free, and removes them with undo', async ({ page }) => {
  const asked = await answerWeb(page);
  await openSearch(page);
  await searchFor(page, 'tides');
  await searchFor(page, 'nothing');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expect(historyOf(page).getByRole('link')).toHaveText(['nothing', 'tides']);
  await historyOf(page).getByRole('link', { name: 'tides' }).click();
  await expect(resultsOf(page)).toHaveCount(3);
  await expect(queryOf(page)).toHaveValue('tides');
  await historyOf(page).getByRole('button', { name: 'Remove “nothing”' }).click();
  await expect(historyOf(page).getByRole('link')).toHaveText(['tides']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(historyOf(page).getByRole('link')).toHaveText(['nothing', 'tides']);
  await historyOf(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(historyOf(page)).toHaveCount(0);
  expect(asked.searches).toEqual(['tides', 'nothing']);
});

test('failures say what they cost and what to do', async ({ page }) => {
  const refusals = [
    { status: 402, json: { error: 'The balance is too low.', code: 'INSUFFICIENT_BALANCE' } },
    {
      status: 429,
      headers: { 'retry-after': '9' },
      json: { error: 'Too many requests.', code: 'RATE_LIMIT_EXCEEDED' },
    },
  ];
  await openSearch(page);
  await page.route('**/api/v1/augment/search', (route) => route.fulfill(refusals.shift() ?? { json: { results: [] } }));
  await queryOf(page).fill('tides');
  await searchButton(page).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Out of credit')).toBeVisible();
  await expect(main.getByText('Not charged.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/wallet');
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(main.getByText(/Try again in \d s/)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
});
