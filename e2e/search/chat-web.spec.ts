import { expectAccessible } from '../support/expect-accessible';
import { expect, send, signIn, test } from '../support/fixtures';

/** A stream as the API sends it: sources first, then an answer that cites them. */
const STREAM = [
  {
    choices: [],
    svc_parameters: {
      web_search_citations: [
        { title: 'Tide tables', url: 'https://example.org/tides', content: 'High water is at noon.', date: '' },
        { title: 'The moon', url: 'https://example.net/moon', content: 'It pulls.', date: '2026-11-20' },
      ],
    },
  },
  { choices: [{ index: 0, delta: { content: 'At noon.[REF]0[/REF] Never.[REF]7[/REF]' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
]
  .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('');

test('the chat searches, reads links, and shows its sources', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.route('**/api/v1/chat/completions', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: STREAM }),
  );
  await page.getByRole('button', { name: 'Web: off' }).click();
  await page.getByRole('dialog', { name: 'Web' }).getByText('Auto', { exact: true }).click();
  await page.getByRole('switch', { name: 'Read links' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Web: search auto, links read' })).toBeVisible();

  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'When is high water? See https://example.org/tides.');
  expect((await asked).postDataJSON()).toMatchObject({
    svc_parameters: {
      enable_web_search: 'auto',
      enable_web_scraping: true,
      enable_web_citations: true,
      include_search_results_in_stream: true,
    },
  });
  const answer = page.getByTestId('assistant-message');
  const mark = answer.getByRole('link', { name: 'Source 1: Tide tables' });
  await expect(mark).toHaveText('1');
  await expect(mark).toHaveAttribute('href', 'https://example.org/tides');
  await expect(answer.getByText('[REF]')).toHaveCount(0);
  await expect(answer.getByRole('region', { name: 'Pages read' })).toContainText('example.org');
  await expect(answer.getByRole('region', { name: 'Sources' })).toContainText('example.net');
  await mark.focus();
  await expect(page.getByText('High water is at noon.')).toBeVisible();
  await expectAccessible(page);

  await answer.getByRole('button', { name: 'Copy answer' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'At noon. [1](https://example.org/tides)',
  );
  await page.reload();
  await expect(answer.getByRole('link', { name: 'Source 1: Tide tables' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Web: search auto, links read' })).toBeVisible();
});
