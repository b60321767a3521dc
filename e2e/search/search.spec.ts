import { expectAccessible } from '../support/expect-accessible';
import { balanceOf } from '../support/fixtures';
import { TITLES } from '../support/local-site';
import { expect, test } from './installation';
import {
  historyOf,
  openSearch,
  queryOf,
  readerOf,
  resultOf,
  resultsOf,
  searchButton,
  searchFor,
  watchPaid,
} from './on-the-page';

test('a search shows its results and its receipt, and a reload does not pay again', async ({ page }) => {
  const paid = watchPaid(page);
  await openSearch(page);
  await expect(page.getByRole('heading', { name: 'What do you want to find?' })).toBeVisible();
  await expectAccessible(page);
  await searchButton(page).click();
  await expect(page.getByText('Type what to search for.')).toBeVisible();
  await expect(queryOf(page)).toBeFocused();

  const before = await balanceOf(page);
  await searchFor(page, 'sourdough timetable');
  await expect(resultsOf(page)).toHaveCount(3);
  const timetable = resultOf(page, TITLES.timetable);
  await expect(timetable.getByRole('heading').locator('mark')).toHaveText(['Sourdough', 'timetable']);
  await expect(timetable.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(resultsOf(page).locator('img')).toHaveCount(0);
  await expect(page.getByTestId('search-receipt')).toContainText('3 results · $0.01');
  await page.getByTestId('search-receipt').click();
  await expect(page.getByTestId('receipt')).toContainText(/[0-9a-f]{16}-SVC/);
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('q')).toBe('sourdough timetable');

  await page.reload();
  await expect(resultsOf(page)).toHaveCount(3);
  expect(paid.searches).toEqual(['sourdough timetable']);
  expect(before - (await balanceOf(page))).toBeCloseTo(0.01, 6);
  await expect(searchButton(page)).toContainText('Search again');
});

test('a link to a search is not paid for until somebody searches', async ({ page }) => {
  const paid = watchPaid(page);
  await openSearch(page, '/search?q=wild+yeast');
  await expect(page.getByRole('heading', { name: 'Search for “wild yeast”' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Engine' })).toContainText('This server’s index');
  await expectAccessible(page);
  expect(paid.searches).toEqual([]);
  await searchButton(page).click();
  await expect(resultOf(page, TITLES.yeast)).toBeVisible();
  expect(paid.searches).toEqual(['wild yeast']);
});

test('results are walked by keyboard, read once, and closed', async ({ page, site }) => {
  const paid = watchPaid(page);
  const asked = site.asked.length;
  await openSearch(page);
  await searchFor(page, 'sourdough timetable');
  const linkAt = (at: number) => resultsOf(page).nth(at).getByRole('heading').getByRole('link');
  await queryOf(page).press('ArrowDown');
  await expect(linkAt(0)).toBeFocused();
  await page.keyboard.press('End');
  await expect(linkAt(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(linkAt(1)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(queryOf(page)).toBeFocused();

  const timetable = resultOf(page, TITLES.timetable);
  await timetable.getByRole('heading').getByRole('link').focus();
  await page.keyboard.press('r');
  await expect(readerOf(page)).toContainText('from noon to midnight');
  // Markup that a page shows is text, and nothing is loaded from it.
  await expect(readerOf(page)).toContainText('<img src=x onerror=alert(1)>');
  await expect(readerOf(page).locator('img')).toHaveCount(0);
  await expect(readerOf(page)).toContainText('Page read · not charged');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(readerOf(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/read=/);
  await timetable.getByRole('button', { name: `Read ${TITLES.timetable}` }).click();
  await expect(readerOf(page)).toContainText('from noon to midnight');
  // The index has its text.
  expect(paid.reads).toEqual([]);
  expect(site.asked.slice(asked)).toEqual([]);
});

test('filters narrow the results without another search', async ({ page }) => {
  const paid = watchPaid(page);
  await openSearch(page);
  await searchFor(page, 'sourdough timetable');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Code (1)' }).click();
  await expect(resultsOf(page)).toHaveCount(1);
  await expect(resultOf(page, TITLES.code)).toBeVisible();
  await expect(page).toHaveURL(/kind=code/);
  await page.getByRole('combobox', { name: 'Date' }).click();
  await page.getByRole('option', { name: 'Past day' }).click();
  await expect(page.getByText('The filters hide all results.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(resultsOf(page)).toHaveCount(3);
  expect(paid.searches).toHaveLength(1);
});

test('a chat is asked about selected results', async ({ page, site }) => {
  await openSearch(page);
  await searchFor(page, 'sourdough kitchen');
  await page.getByRole('checkbox', { name: `Ask about ${TITLES.timetable}` }).check();
  await page.getByRole('button', { name: 'Ask about 1 selected' }).click();
  await page.waitForURL('**/chat');
  const draft = page.getByRole('textbox', { name: 'Message' });
  await expect(draft).toHaveValue(/^sourdough kitchen\n/);
  await expect(draft).toHaveValue(new RegExp(`\n1\\. ${site.origin}/sourdough\\.html\n> ${TITLES.timetable}\n> `));
});

test('the history opens searches for free, and removes them with undo', async ({ page }) => {
  const paid = watchPaid(page);
  await openSearch(page);
  await searchFor(page, 'rye');
  await searchFor(page, '"rye and barley"');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expectAccessible(page);
  await expect(historyOf(page).getByRole('link')).toHaveText(['"rye and barley"', 'rye']);
  await historyOf(page).getByRole('link', { name: 'rye', exact: true }).click();
  await expect(resultOf(page, TITLES.yeast)).toBeVisible();
  await expect(queryOf(page)).toHaveValue('rye');
  await historyOf(page).getByRole('button', { name: 'Remove “"rye and barley"”' }).click();
  await expect(historyOf(page).getByRole('link')).toHaveText(['rye']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(historyOf(page).getByRole('link')).toHaveText(['"rye and barley"', 'rye']);
  await historyOf(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(historyOf(page)).toHaveCount(0);
  expect(paid.searches).toEqual(['rye', '"rye and barley"']);
});
