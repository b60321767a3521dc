import { expectAccessible } from '../support/expect-accessible';
import { send, signIn } from '../support/fixtures';
import { TITLES } from '../support/local-site';
import { expect, test } from './installation';

test('the chat reads links, searches, and shows its sources', async ({ page, context, site, upstream }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto('/chat?model=citing');
  await page.getByRole('button', { name: 'Web: off' }).click();
  await page.getByRole('dialog', { name: 'Web' }).getByText('Auto', { exact: true }).click();
  await page.getByRole('switch', { name: 'Read links' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Web: search auto, links read' })).toBeVisible();

  const address = `${site.origin}/sourdough.html`;
  await send(page, `When does the dough rest? See ${address}.`);
  const answers = page.getByTestId('assistant-message');
  const read = answers.first();
  const mark = read.getByRole('link', { name: `Source 1: ${TITLES.timetable}` });
  await expect(mark).toHaveText('1');
  await expect(mark).toHaveAttribute('href', address);
  await expect(read.getByRole('region', { name: 'Pages read' })).toContainText(site.host);
  // The model was given the page, and a source that it does not have is left out.
  expect(JSON.stringify(upstream.requests.at(-1)?.body.messages)).toContain('from noon to midnight');
  await expect(answers.getByText('[REF]')).toHaveCount(0);
  await mark.focus();
  await expect(page.getByText('from noon to midnight')).toBeVisible();
  await expectAccessible(page);
  await read.getByRole('button', { name: 'Copy answer' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`At noon. [1](${address}) Never.`);

  await send(page, 'Search for wild yeast on rye flour.');
  const found = answers.last();
  await expect(found.getByRole('link', { name: `Source 1: ${TITLES.yeast}` })).toHaveText('1');
  await expect(found.getByRole('region', { name: 'Sources' })).toContainText(site.host);
  await page.reload();
  await expect(mark).toBeVisible();
  await expect(page.getByRole('button', { name: 'Web: search auto, links read' })).toBeVisible();
});
