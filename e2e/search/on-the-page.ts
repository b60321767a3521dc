import type { Locator, Page } from '@playwright/test';
import { expect, signIn, type Person } from '../support/fixtures';

/** Signs in and opens the search page, ready to be used. */
export async function openSearch(page: Page, path = '/search', person?: Person): Promise<void> {
  await signIn(page, person);
  await page.goto(path);
  await expect(queryOf(page)).toBeVisible();
}

export const queryOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Query' });
export const searchButton = (page: Page): Locator =>
  page.getByRole('search').getByRole('button', { name: /^Search.* · \$0\.01$/ });
export const resultsOf = (page: Page): Locator => page.getByRole('region', { name: 'Results' }).getByRole('article');
export const resultOf = (page: Page, title: string): Locator =>
  resultsOf(page).filter({ has: page.getByRole('link', { name: title }) });
export const readerOf = (page: Page): Locator => page.getByTestId('reader');
export const historyOf = (page: Page): Locator => page.getByRole('region', { name: 'History' });

/** Searches, and waits for the results. */
export async function searchFor(page: Page, query: string): Promise<void> {
  await queryOf(page).fill(query);
  await queryOf(page).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `for ${query}` })).toBeAttached();
}

/** The queries and addresses that the page has paid for, in order; counted from now on. */
export type PaidRequests = { searches: string[]; reads: string[] };

/** Watches what the page asks the server for. */
export function watchPaid(page: Page): PaidRequests {
  const paid: PaidRequests = { searches: [], reads: [] };
  page.on('request', (request) => {
    const { query, url } = (request.postDataJSON() ?? {}) as { query?: string; url?: string };
    if (request.url().endsWith('/api/v1/augment/search')) paid.searches.push(query ?? '');
    if (request.url().endsWith('/api/v1/augment/scrape')) paid.reads.push(url ?? '');
  });
  return paid;
}
