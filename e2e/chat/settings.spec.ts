import type { Page } from '@playwright/test';
import { expect, test } from '../support/clients';
import { expectAccessible } from '../support/expect-accessible';
import { send, signIn } from '../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const panelOf = (page: Page) => page.getByLabel('Chat settings');

/** Opens the settings of a new chat. */
async function openSettings(page: Page): Promise<void> {
  await page.goto('/chat?model=demo');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(panelOf(page)).toBeVisible();
}

test('the settings stand beside the chat, which goes on with them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSettings(page);
  const panel = panelOf(page);
  const field = page.getByRole('textbox', { name: 'Message' });
  const [panelBox, fieldBox] = [await panel.boundingBox(), await field.boundingBox()];
  expect((fieldBox?.x ?? 0) + (fieldBox?.width ?? 0)).toBeLessThan(panelBox?.x ?? 0);
  await expectAccessible(page);

  const slider = panel.getByRole('slider', { name: 'Temperature, slider' });
  const number = panel.getByRole('textbox', { name: 'Temperature' });
  await slider.fill('0.4');
  await expect(number).toHaveValue('0.4');
  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'Hello.');
  expect((await asked).postDataJSON()).toMatchObject({ temperature: 0.4 });
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  // It stays open for the chat that has begun.
  await expect(number).toHaveValue('0.4');
  await number.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Settings, 1 changed' })).toBeFocused();
});

test('on a narrow page, the settings are over the chat until they are closed', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await openSettings(page);
  const dialog = page.getByRole('dialog', { name: 'Chat settings' });
  await dialog.getByRole('slider', { name: 'Temperature, slider' }).fill('0.4');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'Hello.');
  expect((await asked).postDataJSON()).toMatchObject({ temperature: 0.4 });
});

test('each number has a default and its own reset, and every change can be undone', async ({ page }) => {
  await openSettings(page);
  const panel = panelOf(page);
  const number = panel.getByRole('textbox', { name: 'Top P' });
  const undo = panel.getByRole('button', { name: 'Undo change' });
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await number.fill('0.5');
  await expect(panel.getByRole('slider', { name: 'Top P, slider' })).toHaveValue('0.5');
  await panel.getByRole('button', { name: 'Reset top p' }).click();
  await expect(number).toHaveValue('');
  const system = panel.getByRole('textbox', { name: 'System prompt' });
  await system.fill('Be brief.');
  await undo.click();
  await expect(system).toHaveValue('');
  await expect(number).toHaveValue('');
  await undo.click();
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
});

test('settings are saved as a preset, and shared by a link that starts a new chat', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page);
  const panel = panelOf(page);
  const system = panel.getByRole('textbox', { name: 'System prompt' });
  await system.fill('Answer in verse.');
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Save as preset…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as preset' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Poet');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save preset' }).click();
  await expect(dialog).toHaveCount(0);

  await system.fill('');
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Poet' }).click();
  await expect(system).toHaveValue('Answer in verse.');
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to these settings' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain('verse');

  const other = await context.newPage();
  await other.goto(link);
  await expect(panelOf(other).getByRole('textbox', { name: 'System prompt' })).toHaveValue('Answer in verse.');
  expect(new URL(other.url()).hash).toBe('');
  await expect(other.getByText('This chat has the settings of the link')).toBeVisible();
  await other.goto('/chat#settings=broken');
  await expect(other.getByText('The settings in this link cannot be read')).toBeVisible();

  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Manage presets…' }).click();
  await page.getByRole('button', { name: 'Delete Poet' }).click();
  await expect(page.getByText('No presets')).toBeVisible();
});

test('a schema is colored and checked as it is typed', async ({ page }) => {
  await openSettings(page);
  const section = panelOf(page).getByRole('region', { name: 'Structured output' });
  await section.getByRole('switch', { name: 'Structured output' }).click();
  await expect(section.locator('pre span[style*="--code-token"]').first()).toBeVisible();
  const schema = section.getByRole('textbox', { name: 'JSON Schema' });
  await schema.fill('{"type": "object"');
  await expect(section.getByText(/^It is not JSON/)).toBeVisible();
  await schema.fill('{"type": "object"}');
  await expect(section.getByText(/^It is not JSON/)).toHaveCount(0);
  await expect(section.locator('pre')).toHaveText(/^\{"type": "object"\}\s*$/);
  await expectAccessible(page);
});
