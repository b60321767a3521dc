import { expect, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';
import { chooseOf, keepImages, openStudio, tilesOf } from './on-the-page';

test.beforeEach(async ({ page }) => {
  await openStudio(page);
  await keepImages(page, [{ id: 'one', prompt: 'A red wall', color: 'red' }]);
});

test('an image is edited by words, and the price is on the button', async ({ page }) => {
  await chooseOf(page, tilesOf(page).first(), 'Edit');
  const editor = page.getByRole('dialog', { name: 'Edit image' });
  await expect(editor.getByRole('button', { name: /^Edit · \$/ })).toBeVisible();
  await expect(editor.getByRole('textbox', { name: 'What to change' })).toBeFocused();
  await expectAccessible(page);
  await editor.getByRole('button', { name: /^Edit · \$/ }).click();
  await expect(editor).toContainText('Say what to change');
  const sent = page.waitForRequest('**/api/v1/image/edit');
  await editor.getByRole('textbox', { name: 'What to change' }).fill('Make it black and white');
  await editor.getByRole('button', { name: /^Edit · \$/ }).click();
  const request = await sent;
  expect(request.headers()['content-type']).toContain('multipart/form-data');
  expect(request.headers()['idempotency-key']).toBeTruthy();
  await expect(editor).toHaveCount(0);
  await expect(tilesOf(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(tilesOf(page).first()).toContainText('Edited');
  await expect(tilesOf(page).first()).toContainText('$');
});

test('a mask is painted with the pointer and by keyboard, undone, and sent', async ({ page }) => {
  await chooseOf(page, tilesOf(page).first(), 'Edit');
  const editor = page.getByRole('dialog', { name: 'Edit image' });
  const mask = editor.getByTestId('mask');
  const undo = editor.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeDisabled();
  const box = await mask.boundingBox();
  if (!box) throw new Error('no mask');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 5 });
  await page.mouse.up();
  const painted = () =>
    mask.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return [...pixels].filter((value, at) => at % 4 === 3 && value > 0).length;
    });
  expect(await painted()).toBeGreaterThan(100);
  await undo.click();
  expect(await painted()).toBe(0);
  await mask.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  expect(await painted()).toBeGreaterThan(100);
  await editor.getByRole('textbox', { name: 'What to change' }).fill('Make it blue');
  // Only edits with a mask are sent there.
  const answered = page.waitForResponse('**/api/v1/images/edits');
  await editor.getByRole('button', { name: /^Edit · \$/ }).click();
  expect((await answered).status()).toBe(200);
  await expect(tilesOf(page)).toHaveCount(2, { timeout: 30_000 });
});

test('an image is enlarged', async ({ page }) => {
  await chooseOf(page, tilesOf(page).first(), 'Upscale 2×');
  await expect(tilesOf(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(tilesOf(page).first()).toContainText('Upscaled');
  await tilesOf(page)
    .first()
    .getByRole('button', { name: /^Open: / })
    .click();
  await expect(page.getByTestId('lightbox')).toContainText('640 × 480');
});

test('several images are downloaded as one archive', async ({ page }) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('images-1.zip');
});
