import { send } from '../support/fixtures';
import { titleOfLight } from '../support/local-site';
import { expect, test } from './installation';
import { openSearch, readerOf, resultOf, resultsOf, searchFor } from './on-the-page';

test('a page of a site of thirty is found and read, and every mark of an answer opens its source', async ({
  page,
  context,
}) => {
  const title = titleOfLight('Holm Skerry');
  await openSearch(page);
  await searchFor(page, 'lighthouse with a violet glow on Sundays');
  await expect(resultsOf(page).first()).toContainText(title);
  const result = resultOf(page, title);
  await result.getByRole('button', { name: new RegExp(`^Read.* ${title}$`) }).click();
  await expect(readerOf(page)).toContainText('The tower of Holm Skerry was built of slate in 1911');

  await page.goto('/chat?model=thorough');
  await page.getByRole('button', { name: 'Web: off' }).click();
  await page.getByRole('dialog', { name: 'Web' }).getByText('On', { exact: true }).click();
  await page.keyboard.press('Escape');
  await send(page, 'Which lighthouse has a violet glow on Sundays?');
  const marks = page.getByTestId('assistant-message').getByRole('link', { name: /^Source \d: / });
  await expect(marks).toHaveText(['1', '2', '3']);
  await expect(marks.first()).toHaveAccessibleName(`Source 1: ${title}`);
  for (const mark of await marks.all()) {
    const name = (await mark.getAttribute('aria-label')) ?? '';
    const opening = context.waitForEvent('page');
    await mark.click();
    const source = await opening;
    await expect(source).toHaveTitle(name.replace(/^Source \d: /, ''));
    await source.close();
  }
});
