import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pdfFile, zipOf } from '@/lib/media/test-files';
import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

type Part = { type: string; text?: string; image_url?: { url: string } };

const imageOf = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c60' } })
    .png()
    .toBuffer();
const fileOf = (name: string, mimeType: string, bytes: Uint8Array) => ({ name, mimeType, buffer: Buffer.from(bytes) });

const attach = (page: Page, ...files: ReturnType<typeof fileOf>[]) => page.getByTestId('attach').setInputFiles(files);
const tray = (page: Page) => page.getByRole('form', { name: 'Message' }).getByRole('list', { name: 'Attachments' });
const answers = (page: Page) => page.getByRole('article', { name: /^Answer from/ });

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await page.goto('/chat?model=demo');
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName('Model: demo');
});

test('an image and a PDF are sent with a message, stored with it, and sent again with an edit', async ({
  page,
  upstream,
}) => {
  const partsSent = () => (upstream.requests.at(-1)?.body.messages as { content: Part[] }[]).at(-1)?.content ?? [];
  const png = await imageOf(96);
  await attach(page, fileOf('square.png', 'image/png', png), fileOf('letter.pdf', 'application/pdf', pdfFile()));
  await expect(tray(page).getByRole('listitem')).toHaveText([/square\.png/, /letter\.pdf/]);
  await expectAccessible(page);
  await send(page, 'What is this?');
  await expect(answers(page)).toContainText(`[${png.length} bytes of image]`);
  await expect(answers(page)).toContainText('Hello from a page.');
  expect(partsSent().map(({ type }) => type)).toEqual(['image_url', 'text', 'text']);
  await expect(tray(page)).toBeHidden();

  // It is stored in this browser, not only shown on the page.
  await page.reload();
  const message = page.getByRole('article', { name: 'You' });
  await expect(message).toContainText('letter.pdf');
  await message.getByRole('button', { name: 'Enlarge square.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'square.png' });
  await expect(dialog.getByRole('img', { name: 'square.png' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await message.getByRole('button', { name: 'Edit message' }).click();
  await message.getByRole('button', { name: 'Remove square.png' }).click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('And now?');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toContainText('And now?');
  expect(JSON.stringify(partsSent())).not.toContain('image_url');
  expect(JSON.stringify(partsSent())).toContain('Hello from a page.');
  await expect(message.getByRole('button', { name: 'Enlarge square.png' })).toHaveCount(0);
  await message.getByRole('button', { name: 'Earlier version' }).click();
  await expect(message.getByRole('button', { name: 'Enlarge square.png' })).toBeVisible();
});

test('images are pasted and dropped, and can be sent without text', async ({ page }) => {
  const png = await imageOf(80);
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
    return transfer;
  }, png.toString('base64'));
  await page.getByTestId('composer').evaluate((area, clipboardData) => {
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, transfer);
  await expect(tray(page)).toContainText('shot.png');
  await page.getByRole('button', { name: 'Remove shot.png' }).click();
  await expect(tray(page)).toBeHidden();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(tray(page)).toContainText('shot.png');
  await page.getByTestId('send').click();
  await expect(answers(page)).toContainText(`[${png.length} bytes of image]`);
  await expect(page.getByTestId('chat-title')).toHaveText('shot.png');
});

test('unsupported files are refused with the limit, and a model without vision names those that have it', async ({
  page,
}) => {
  await attach(
    page,
    fileOf('dot.png', 'image/png', await imageOf(10)),
    fileOf('all.zip', 'application/zip', zipOf({ 'a.txt': 'a' })),
  );
  const alert = page.getByRole('form', { name: 'Message' }).getByRole('alert');
  await expect(alert).toContainText('“dot.png” is 10 × 10 pixels: an image needs at least 64 on each side.');
  await expect(alert).toContainText('“all.zip” is an archive, which is not supported. Supported images are PNG');
  await attach(page, ...Array.from({ length: 6 }, (_, at) => fileOf(`${at}.txt`, 'text/plain', Buffer.from('text'))));
  await expect(alert).toHaveText('“5.txt” was not attached: a message takes at most 5 files.');
  await expect(tray(page).getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page);

  await page.goto('/chat?model=smollm2-135m');
  await attach(page, fileOf('square.png', 'image/png', await imageOf(96)));
  await expect(alert).toContainText(/does not support images\. These do: brief, .+ and \d+ more\./);
  const button = page.getByTestId('send');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/does not support images/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await send(page, 'What is this?');
  // Enter says again why nothing was sent.
  await expect(
    alert
      .getByText(/does not support images/)
      .locator('..')
      .locator('..'),
  ).toHaveClass(/flash-once/);
  // A request of the page would have started before this one, which is detected too.
  await page.evaluate("fetch('/api/v1/models').then(({ status }) => status)");
  expect(asked.some((url) => url.endsWith('/api/v1/models'))).toBe(true);
  expect(asked.filter((url) => url.includes('/chat/completions'))).toEqual([]);
  await expect(page.getByTestId('composer')).toHaveValue('What is this?');
});
