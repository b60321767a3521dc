import { startTestUpstream } from '../../lib/connected/test-upstream';
import { expect, signIn, test } from '../support/fixtures';
import { enterOn, tabTo } from '../support/keyboard';

test('a provider is connected and its model chosen by keyboard; the focus follows what is shown', async ({ page }) => {
  test.setTimeout(90_000);
  const server = await startTestUpstream();
  server.models = [{ id: 'org/big' }];
  await signIn(page);
  await page.goto('/start');
  await enterOn(page, page.getByRole('button', { name: 'Connect a provider' }));
  const form = page.getByRole('region', { name: 'Connect a provider' });
  await expect(form.getByRole('button', { name: 'Test and connect' })).toBeVisible();
  // The first stop after the change is the way back.
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Back' })).toBeFocused();
  await tabTo(page, form.getByRole('radio', { name: 'OpenAI', exact: true }));
  await page.keyboard.press('ArrowUp');
  await expect(form.getByRole('radio', { name: 'Any address' })).toBeChecked();
  await enterOn(page, form.getByRole('button', { name: 'Test and connect' }));
  await expect(form.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await expect(form.getByText('Enter the address')).toBeVisible();
  await page.keyboard.type('http://127.0.0.1:1/v1');
  // Enter in a field tests, and never connects what has failed.
  await page.keyboard.press('Enter');
  await expect(form.getByText('Is the server running')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByText('Is the server running')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(server.url);
  await page.keyboard.press('Enter');
  const models = page.getByRole('region', { name: 'my-server is connected' });
  await expect(models).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(models.getByRole('button', { name: 'Not now' })).toBeFocused();
  await expect(models.getByRole('checkbox', { name: /org\/big/ })).toBeChecked();
  await enterOn(page, models.getByRole('button', { name: 'Add 1 model' }));
  await enterOn(page, page.getByRole('link', { name: 'Start chatting' }));
  await page.waitForURL('**/chat');
  await page.request.delete('/api/console/admin/providers/my-server');
  await server.stop();
});
