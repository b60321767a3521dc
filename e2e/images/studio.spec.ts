import { balanceOf, expect, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';
import {
  closeSettings,
  generate,
  generateButton,
  holdRequests,
  isPhone,
  jobsOf,
  keepImages,
  lightboxOf,
  openSettings,
  openStudio,
  promptOf,
  ready,
  tilesOf,
} from './on-the-page';

test.beforeEach(async ({ page }) => {
  await openStudio(page);
});

test('the empty studio offers examples, and the first image appears with its receipt', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'What should the image show?' })).toBeVisible();
  // Once, wherever the layout has them.
  await expect(page.getByTestId('settings-file')).toHaveCount(1);
  await expect(page.locator('summary', { hasText: 'More settings' })).toHaveCount(isPhone(page) ? 0 : 1);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^A fox sleeping/ }).click();
  await expect(promptOf(page)).toHaveValue(/^A fox sleeping/);
  const before = await balanceOf(page);
  const price = Number(/\$([\d.]+)/.exec(await generateButton(page).innerText())?.[1]);
  await generateButton(page).click();
  await expect(tilesOf(page)).toHaveCount(1, { timeout: 30_000 });
  await expect(tilesOf(page)).toContainText(`$${price}`);
  await expect(jobsOf(page)).toHaveCount(0);
  await expect.poll(async () => before - (await balanceOf(page))).toBeCloseTo(price, 6);
  await expectAccessible(page);
  await page.reload();
  await expect(tilesOf(page)).toHaveCount(1);
  await expect(tilesOf(page).getByRole('img')).toHaveJSProperty('complete', true);
});

test('settings change the price, are kept, and are shared by a link', async ({ page }) => {
  await promptOf(page).fill('Three red kites');
  const one = await generateButton(page).innerText();
  const settings = await openSettings(page);
  await settings.getByRole('group', { name: 'Images' }).getByText('3', { exact: true }).click();
  await settings.getByRole('radio', { name: 'Watercolor' }).check();
  await closeSettings(page);
  expect(await generateButton(page).innerText()).not.toBe(one);
  await page.reload();
  await ready(page);
  await expect(promptOf(page)).toHaveValue('Three red kites');

  const link = '/images#settings=1&prompt=%22A+blue+house%22&seed=42&style=%22Noir%22';
  await page.goto('/keys');
  await page.goto(link);
  await ready(page);
  await expect(promptOf(page)).toHaveValue('A blue house');
  expect(new URL(page.url()).hash).toBe('');
  const linked = await openSettings(page);
  await expect(linked.getByRole('radio', { name: 'Noir' })).toBeChecked();
});

test('a link says which of its settings are not possible', async ({ page }) => {
  await page.goto('/keys');
  await page.goto('/images#settings=1&prompt=%22A+blue+house%22&width=999999&variants=77&style=%22Nope%22');
  await ready(page);
  await expect(promptOf(page)).toHaveValue('A blue house');
  const note = page.getByText('They were replaced: style, width, number of images.');
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
});

test('the button says why nothing can be generated, and code shows the request', async ({ page }) => {
  await generateButton(page).click();
  await expect(page.getByText('Describe the image first.')).toBeVisible();
  await expect(promptOf(page)).toBeFocused();
  await promptOf(page).fill('A green frog');
  await expect(page.getByText('Describe the image first.')).toHaveCount(0);
  await page.getByRole('button', { name: 'View code' }).click();
  const dialog = page.getByRole('dialog', { name: 'View code' });
  await expect(dialog).toContainText('/api/v1/image/generate');
  await expect(dialog).toContainText('A green frog');
  await expectAccessible(page);
});

test('a double click requests once', async ({ page }) => {
  await holdRequests(page);
  await promptOf(page).fill('A red kite');
  await generateButton(page).dblclick();
  await expect(jobsOf(page)).toHaveCount(1);
  // Two clicks are two requests.
  await generateButton(page).click({ delay: 20 });
  await expect(jobsOf(page)).toHaveCount(2);
});

test('requests wait in the queue, are cancelled, and continue after a reload with the same key', async ({ page }) => {
  const held = await holdRequests(page);
  for (const prompt of ['First', 'Second', 'Third']) await generate(page, prompt);
  await expect(jobsOf(page)).toHaveCount(3);
  await expect(page.locator('[data-testid=job][data-state=running]')).toHaveCount(2);
  await expect(jobsOf(page).filter({ hasText: 'Third' })).toContainText('Waiting');
  await expectAccessible(page, { isLoading: true });
  await jobsOf(page).filter({ hasText: 'First' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-testid=job][data-state=running]')).toHaveCount(2);
  await expect.poll(() => held.keys.length).toBe(3);

  await page.reload();
  await expect(jobsOf(page)).toHaveCount(2);
  await expect.poll(() => held.keys.length).toBe(5);
  expect(new Set(held.keys.slice(3))).toEqual(new Set(held.keys.slice(1, 3)));
});

test('a failed request says what it cost, and is sent again', async ({ page }) => {
  let refusals = 0;
  await page.route('**/api/console/images/generate', (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    return route.fulfill({
      status: 402,
      json: { error: 'The balance is too low.', code: 'INSUFFICIENT_BALANCE' },
    });
  });
  await generate(page, 'A yellow boat');
  await expect(jobsOf(page)).toContainText('Out of credit');
  await expect(jobsOf(page)).toContainText('Not charged.');
  await expect(jobsOf(page).getByRole('link', { name: 'Top up' })).toBeVisible();
  await expectAccessible(page);
  await jobsOf(page).getByRole('button', { name: 'Retry' }).click();
  await expect(tilesOf(page)).toHaveCount(1, { timeout: 30_000 });
});

test('a long refusal takes little space, and is shown in full on request', async ({ page }) => {
  const reason = `It adjusts ${'light, color, and contrast, '.repeat(12)}and more.`;
  await page.route('**/api/console/images/generate', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-request-id': 'refused-request' },
      json: { error: `Invalid request parameters: prompt: ${reason}`, code: 'INVALID_REQUEST' },
    }),
  );
  await generate(page, 'A violet horse');
  const job = jobsOf(page);
  await expect(job).toContainText('Not charged.');
  await expect(job).not.toContainText('Invalid request parameters');
  const height = async () => (await job.boundingBox())?.height ?? 0;
  const short = await height();
  expect(short).toBeLessThan(180);
  await job.getByRole('button', { name: 'Details' }).click();
  expect(await height()).toBeGreaterThan(short);
  await expectAccessible(page);
});

test('on a phone the prompt is at the bottom and settings are in a sheet that closes', async ({ page }) => {
  if (!isPhone(page)) {
    await expect(page.getByRole('button', { name: 'Image settings' })).toBeHidden();
    return;
  }
  const held = await holdRequests(page);
  const box = await promptOf(page).boundingBox();
  expect(box?.y ?? 0).toBeGreaterThan(500);
  await promptOf(page).fill('A small house');
  const sheet = await openSettings(page);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^Generate/ }).click();
  await expect(sheet).toHaveCount(0);
  await expect(jobsOf(page)).toHaveCount(1);
  await held.finish();
  await expect(tilesOf(page)).toHaveCount(1);
  for (const target of await page.getByTestId('canvas').getByRole('button').all()) {
    const size = await target.boundingBox();
    if (size) expect(Math.round(size.height)).toBeGreaterThanOrEqual(40);
  }
});

test('a setting that is wrong is not requested, and is found again', async ({ page }) => {
  const held = await holdRequests(page);
  const settings = await openSettings(page);
  await settings.getByText('More settings').click();
  const seed = settings.getByRole('textbox', { name: 'Seed' });
  await seed.fill('12345678901');
  await settings.getByText('More settings').click();
  if (isPhone(page)) {
    await settings.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(/^“Seed” must be between .* It is as it was before\.$/)).toBeVisible();
    return;
  }
  await promptOf(page).fill('A small house');
  await generateButton(page).click();
  await expect(seed).toBeFocused();
  await expect(settings.getByText(/^Must be between/)).toBeInViewport({ ratio: 1 });
  await expect(jobsOf(page)).toHaveCount(0);
  await seed.fill('7');
  await generateButton(page).click();
  await expect(jobsOf(page)).toHaveCount(1);
  await held.finish();
  await expect(tilesOf(page)).toHaveCount(1);
});

test('a dropped image brings its settings back', async ({ page }) => {
  await generate(page, 'A striped cat on a red roof at night');
  await expect(tilesOf(page)).toHaveCount(1, { timeout: 30_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await tilesOf(page).getByRole('button', { name: 'Image actions' }).click();
      await page.getByRole('menuitem', { name: 'Download' }).click();
    })(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^a-striped-cat-on-a-red-.+\.webp$/);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  await promptOf(page).fill('');
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'cat.webp', { type: 'image/webp' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, Buffer.concat(chunks).toString('base64'));
  await expect(promptOf(page)).toHaveValue('A striped cat on a red roof at night');
});

test('the history is searched, marked, selected, compared, deleted, and brought back', async ({ page }) => {
  await keepImages(page, [
    { id: 'one', prompt: 'A red kite', color: 'red', createdAt: Date.now() - 40 * 86_400_000 },
    { id: 'two', prompt: 'A blue house', color: 'blue' },
    { id: 'three', prompt: 'A green house', color: 'green' },
  ]);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page.getByText(/3 images · .+ in this browser, up to 500 images or 1 GB/)).toBeVisible();
  await expectAccessible(page);
  const search = page.getByRole('searchbox', { name: 'Search images' });
  await search.fill('house blue');
  await expect(tilesOf(page)).toHaveCount(1);
  await search.fill('');
  // Results follow what is typed with a delay.
  await expect(tilesOf(page)).toHaveCount(3);
  const newest = tilesOf(page).filter({ has: page.getByRole('img', { name: 'A green house' }) });
  await newest.getByRole('button', { name: 'Add to favorites' }).click();
  await page.getByRole('button', { name: 'Favorites', exact: true }).click();
  await expect(tilesOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Favorites', exact: true }).click();
  await expect(tilesOf(page)).toHaveCount(3);

  await newest.getByRole('button', { name: 'Image actions' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await page.getByRole('button', { name: 'Select: A blue house' }).click();
  const selected = page.getByRole('toolbar', { name: 'Selected images' });
  await expect(selected).toContainText('2 selected');
  await selected.getByRole('button', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare' });
  await expect(compare.getByRole('img')).toHaveCount(2);
  await compare.getByRole('slider').press('ArrowRight');
  await expectAccessible(page);
  await compare.getByText('Side by side').click();
  await expect(compare.getByRole('figure')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(compare).toHaveCount(0);

  await selected.getByRole('button', { name: 'Delete' }).click();
  await expect(tilesOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tilesOf(page)).toHaveCount(3);
  await page.reload();
  await expect(tilesOf(page)).toHaveCount(3);
});

test('the lightbox works by keyboard, and Back closes it', async ({ page }) => {
  await keepImages(page, [
    { id: 'one', prompt: 'The oldest', color: 'red' },
    { id: 'two', prompt: 'The newest', color: 'blue' },
  ]);
  const opener = tilesOf(page)
    .first()
    .getByRole('button', { name: /^Open: / });
  await opener.focus();
  await page.keyboard.press('Enter');
  const lightbox = lightboxOf(page);
  await expect(lightbox.getByRole('heading', { name: 'The newest' })).toBeVisible();
  await expectAccessible(page);
  const frame = lightbox.getByRole('group');
  await expect(frame).toBeFocused();
  const shown = await frame.boundingBox();
  const percent = Math.round(100 * Math.min(((shown?.width ?? 0) - 32) / 320, ((shown?.height ?? 0) - 32) / 240));
  await expect(lightbox.getByText('1 of 2')).toContainText(`${percent}%`);
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('heading', { name: 'The oldest' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox.getByRole('heading', { name: 'The newest' })).toBeVisible();
  await page.keyboard.press('+');
  await expect(frame).toHaveAttribute('data-scale', '1.5');
  // Zoomed in, arrows move the image.
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('heading', { name: 'The newest' })).toBeVisible();
  await page.keyboard.press('-');
  await expect(frame).toHaveAttribute('data-scale', '1');
  await page.keyboard.press('Escape');
  await expect(lightbox).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(lightbox).toBeVisible();
  await page.goBack();
  await expect(lightbox).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/images');

  await opener.click();
  await lightbox.getByRole('button', { name: 'Same seed' }).click();
  await expect(lightbox).toHaveCount(0);
  await expect(promptOf(page)).toBeFocused();
  await openSettings(page);
  await page.getByText('More settings').filter({ visible: true }).click();
  await expect(page.getByRole('textbox', { name: 'Seed' }).filter({ visible: true })).toHaveValue('101');
});
