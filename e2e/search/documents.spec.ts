import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible';
import { balanceOf } from '../support/fixtures';
import { expect, test } from './installation';
import { openSearch, resultsOf, searchFor } from './on-the-page';

const documentsOf = (page: Page) => page.getByRole('region', { name: 'Your documents' });
const itemOf = (page: Page, title: string) => documentsOf(page).getByRole('listitem').filter({ hasText: title });
const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A quagga grazes behind the bakery.') };

test('own documents are added, found, read, and removed with undo, also on a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSearch(page);
  const documents = documentsOf(page);
  await expect(documents).toContainText('No documents yet.');
  await documents.getByRole('button', { name: /^Add page/ }).click();
  await expect(documents).toContainText('Enter an address.');
  await documents.getByLabel('Address of a page').fill('tides');
  await page.keyboard.press('Enter');
  await expect(documents).toContainText('Must be an absolute http or https URL');
  await expectAccessible(page);

  const before = await balanceOf(page);
  await documents.getByLabel('Address of a page').fill(`${site.origin}/yeast.html`);
  await page.keyboard.press('Enter');
  await expect(documents.getByRole('listitem')).toHaveCount(1);
  await documents.locator('input[type=file]').setInputFiles(NOTES);
  await expect(itemOf(page, 'notes.txt')).toBeVisible();
  await expect(documents).toContainText('2 of 50');
  expect(before - (await balanceOf(page))).toBeCloseTo(0.02, 6);

  await searchFor(page, 'quagga');
  await expect(resultsOf(page)).toHaveCount(1);
  await itemOf(page, 'notes.txt').getByRole('link').click();
  await expect(page.getByTestId('document')).toContainText('A quagga grazes');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('document')).toHaveCount(0);

  const remove = () => documents.getByRole('button', { name: 'Remove “notes.txt”' });
  await remove().focus();
  await page.keyboard.press('Enter');
  await expect(itemOf(page, 'notes.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(itemOf(page, 'notes.txt')).toBeVisible();
  const removed = page.waitForRequest((request) => request.method() === 'DELETE');
  await remove().click();
  await removed;
  await page.reload();
  await expect(documents.getByRole('listitem')).toHaveCount(1);
});

test('a list that cannot be loaded says so, and can be tried again', async ({ page }) => {
  await page.route('**/api/console/documents', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"x","code":"INFERENCE_FAILED"}' }),
  );
  await openSearch(page);
  await expect(documentsOf(page)).toContainText('Your documents could not be loaded.', { timeout: 20_000 });
  await page.unroute('**/api/console/documents');
  await documentsOf(page).getByRole('button', { name: 'Retry' }).click();
  await expect(documentsOf(page)).not.toContainText('could not be loaded');
});
