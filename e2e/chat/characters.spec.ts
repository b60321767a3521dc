import type { Browser, Page } from '@playwright/test';
import { expect, signIn, test, type Person } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

/** A browser signed in to a new account. */
async function newcomer(browser: Browser, baseURL: string): Promise<Page> {
  const person: Person = { email: `reader-${Date.now()}@example.com`, password: 'another long password' };
  const page = await (await browser.newContext({ baseURL, colorScheme: 'light' })).newPage();
  expect((await page.request.post('/api/console/sign-up', { data: person })).ok()).toBe(true);
  await signIn(page, person);
  return page;
}

test('a character is created, published, found and rated by another account, and deleted', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const name = `Harbour Pilot ${Date.now()}`;
  await signIn(page);
  await page.goto('/characters');
  await expect(page.getByRole('button', { name: 'Lighthouse Keeper' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create character' }).click();
  const form = page.getByRole('dialog', { name: 'Create character' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(form.getByText('Enter the instructions for the character')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Prompt' }).fill('You bring ships into the harbour. Answer in one line.');
  await form.getByRole('textbox', { name: 'Tags' }).fill('Ships, Night watch');
  // A stray key press must not lose what was written.
  await page.keyboard.press('Escape');
  await expect(form.getByText('You have unsaved changes.')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save draft' }).click();

  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('Draft').filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  const other = await newcomer(browser, baseURL);
  const search = async (query: string) => {
    await other.goto('/characters');
    await other.getByRole('searchbox', { name: 'Search characters' }).fill(query);
  };
  await search(name);
  await expect(other.getByText('No characters match')).toBeVisible();

  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await expect(row.getByText('Published').filter({ visible: true })).toBeVisible();
  await search('#ships');
  await other.getByRole('button', { name }).click();
  const detail = other.getByRole('dialog', { name });
  await expect(detail.getByRole('link', { name: `Chat with ${name}` })).toHaveAttribute(
    'href',
    /^\/chat\?character=harbour-pilot-\d+-[0-9a-z]{5}$/,
  );
  // The stars by keyboard: a radio group.
  await detail.getByRole('radio', { name: '3 of 5' }).focus();
  await other.keyboard.press('ArrowRight');
  await expect(detail.getByRole('radio', { name: '4 of 5' })).toBeChecked();
  await detail.getByRole('textbox', { name: 'Your review' }).fill('Steady in fog.');
  await detail.getByRole('button', { name: 'Save rating' }).click();
  const reviews = detail.getByRole('region', { name: 'Reviews' });
  await expect(reviews.getByText('Steady in fog.')).toBeVisible();
  await expect(reviews.getByText('You', { exact: true })).toBeVisible();
  await expect(reviews.getByRole('heading', { name: '1 review' })).toBeVisible();
  await expectAccessible(other);
  // Back closes the drawer and keeps the search.
  await other.goBack();
  await expect(detail).toBeHidden();
  await expect(other.getByRole('searchbox', { name: 'Search characters' })).toHaveValue('#ships');
  await expect(other.getByRole('listitem').filter({ hasText: name })).toContainText('4.0');

  // The owner can read it, but not rate the character.
  await page.reload();
  await row.getByRole('button', { name, exact: true }).click();
  const own = page.getByRole('dialog', { name, exact: true });
  await expect(own.getByText('Steady in fog.')).toBeVisible();
  await expect(own.getByRole('radio')).toHaveCount(0);
  await own.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await expect(edit.getByRole('textbox', { name: 'Prompt' })).toHaveValue(/^You bring ships/);
  await edit.getByRole('textbox', { name: 'Description' }).fill('Knows every buoy.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(own.getByText('Knows every buoy.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();

  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete character' });
  await confirm.getByRole('button', { name: 'Delete character' }).click();
  const asked = await confirm.getByText(/^Must be [0-9a-z]{5}$/).innerText();
  await confirm.getByRole('textbox').fill(asked.slice(-5));
  await confirm.getByRole('button', { name: 'Delete character' }).click();
  await expect(row).toHaveCount(0);
  await other.goto(new URL(other.url()).pathname);
  await search(name);
  await expect(other.getByText('No characters match')).toBeVisible();
});

test('failures are shown with a way to continue', async ({ page }) => {
  await signIn(page);
  await page.route('**/api/v1/characters?**', (route) =>
    route.fulfill({ status: 400, json: { error: 'The list is out of order.', code: 'INVALID_REQUEST' } }),
  );
  await page.goto('/characters');
  await expect(page.getByText('The characters could not be loaded.')).toBeVisible();
  await page.unroute('**/api/v1/characters?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Lighthouse Keeper' })).toBeVisible();
  await page.goto('/characters?character=nobody');
  await expect(page.getByRole('dialog').getByText('Character not found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all characters' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
