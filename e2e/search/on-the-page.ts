import type { Locator, Page } from '@playwright/test';
import { expect, signIn } from '../support/fixtures';

/** Signs in and opens the search page, ready to be used. */
export async function openSearch(page: Page, path = '/search'): Promise<void> {
  await signIn(page);
  await page.goto(path);
  await expect(queryOf(page)).toBeVisible();
}

export const queryOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Query' });
export const searchButton = (page: Page): Locator =>
  page.getByRole('search').getByRole('button', { name: /^Search.* · \$0\.01$/ });
export const resultsOf = (page: Page): Locator => page.getByRole('region', { name: 'Results' }).getByRole('article');
export const titleLink = (page: Page, name: RegExp): Locator => resultsOf(page).getByRole('link', { name });
export const readerOf = (page: Page): Locator => page.getByTestId('reader');
export const historyOf = (page: Page): Locator => page.getByRole('region', { name: 'History' });

/** Searches, and waits for the results. */
export async function searchFor(page: Page, query: string): Promise<void> {
  await queryOf(page).fill(query);
  await queryOf(page).press('Enter');
  await expect(page.getByTestId('search-receipt').first()).toBeVisible();
}

const RESULTS = [
  {
    title: 'Tide tables of the North Sea',
    url: 'https://example.org/tides?harbor=1',
    content: 'High <strong>tides</strong> are at noon &amp; midnight <img src=x onerror=alert(1)>.',
    date: '2026-11-20T08:00:00Z',
  },
  { title: 'How the moon works', url: 'https://example.net/moon.pdf', content: 'The moon pulls.', date: '' },
  {
    title: 'tide-js',
    url: 'https://github.com/example/tide-js',
    content: 'A table of tides as code.',
    date: '2019-01-01',
  },
];

/** What the test answers instead of the service: how often each was asked for. */
export type WebAnswers = { searches: string[]; reads: string[] };

/** Answers searches and pages with fixed ones, so that scenarios know what is found. */
export async function answerWeb(page: Page): Promise<WebAnswers> {
  const asked: WebAnswers = { searches: [], reads: [] };
  const headers = { 'cf-ray': 'test-request' };
  await page.route('**/api/v1/augment/search', (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    asked.searches.push(query);
    return route.fulfill({ headers, json: { query, results: query === 'nothing' ? [] : RESULTS } });
  });
  await page.route('**/api/v1/augment/scrape', (route) => {
    const { url } = route.request().postDataJSON() as { url: string };
    asked.reads.push(url);
    return route.fulfill({
      headers,
      json: { url, content: '# High water\n\nAt *noon*. ![x](https://evil.example/x.png)', format: 'markdown' },
    });
  });
  await page.route('**/api/console/requests/test-request', (route) =>
    route.fulfill({
      json: {
        requestId: 'test-request',
        modelId: 'web-search',
        currency: 'USD',
        held: '0.01',
        charged: '0.01',
        absorbed: '0',
        balanceAfter: '1',
        lines: [{ kind: 'search', units: 1, rate: '0.01', cost: '0.01' }],
        estimated: false,
        ending: 'completed',
        firstTokenMs: null,
        durationMs: 40,
        createdAt: '2026-11-24T12:00:00.000Z',
      },
    }),
  );
  return asked;
}
