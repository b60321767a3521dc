import type { Locator, Page, Route } from '@playwright/test';
import { expect, signIn } from '../support/fixtures';

/** Whether the page has the layout of phones: prompt at the bottom, settings in a sheet. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1_024;

/** Signs in and opens the studio, ready to be used. */
export async function openStudio(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/images');
  await ready(page);
}

/** Waits until models and history are read. */
export async function ready(page: Page): Promise<void> {
  await expect(promptOf(page)).toBeVisible();
  await expect(generateButton(page)).toContainText('$');
  await expect(page.getByText('Loading images')).toHaveCount(0);
}

export const promptOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt', exact: true });
export const generateButton = (page: Page): Locator =>
  page.getByRole('form', { name: 'New image' }).getByRole('button', { name: /^Generate/ });
export const tilesOf = (page: Page): Locator => page.getByTestId('image-tile');
export const jobsOf = (page: Page): Locator => page.getByTestId('job');
export const lightboxOf = (page: Page): Locator => page.getByTestId('lightbox');

/** Requests an image, without waiting for it. */
export async function generate(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt);
  await generateButton(page).click();
}

/** Opens the settings, which phones have in a sheet. @returns what contains them */
export async function openSettings(page: Page): Promise<Locator> {
  if (!isPhone(page)) return page.getByRole('form', { name: 'New image' });
  await page.getByRole('button', { name: 'Image settings' }).click();
  return page.getByRole('dialog', { name: 'Image settings' });
}

/** Closes the settings again. */
export async function closeSettings(page: Page): Promise<void> {
  if (!isPhone(page)) return;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Image settings' })).toHaveCount(0);
}

/** Chooses from the menu of an image. */
export async function chooseOf(page: Page, tile: Locator, action: string): Promise<void> {
  await tile.getByRole('button', { name: 'Image actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** A stored image of a color. */
export type SeededImage = { id: string; prompt: string; color: string; createdAt?: number; favorite?: boolean };

/** Writes images to the store of the signed-in account, newest last, and reloads the page. */
export async function keepImages(page: Page, images: readonly SeededImage[]): Promise<void> {
  await page.evaluate(async (seeded) => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('farebox-images-'));
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(found?.name ?? '');
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => resolve(opening.result);
    });
    const drawn = await Promise.all(
      seeded.map(async ({ color }) => {
        const canvas = new OffscreenCanvas(320, 240);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.fillStyle = color;
        context.fillRect(0, 0, 320, 240);
        return canvas.convertToBlob({ type: 'image/png' });
      }),
    );
    const work = database.transaction(['images', 'files'], 'readwrite');
    for (const [at, { id, prompt, createdAt, favorite }] of seeded.entries()) {
      const file = drawn[at];
      work.objectStore('files').put({ id, file });
      work.objectStore('images').put({
        id,
        kind: 'generated',
        settings: {
          model: null,
          prompt,
          negativePrompt: '',
          style: null,
          width: 320,
          height: 240,
          aspectRatio: null,
          resolution: null,
          quality: null,
          format: 'png',
          steps: null,
          cfgScale: null,
          seed: 100 + at,
          variants: 1,
          safeMode: true,
          hideWatermark: false,
          embedMetadata: true,
        },
        modelName: 'Test model',
        width: 320,
        height: 240,
        bytes: file?.size ?? 0,
        type: 'image/png',
        createdAt: createdAt ?? Date.now() - 60_000 + at,
        favorite: favorite ?? false,
        receipt: { requestId: `request-${id}`, cost: '0.002', currency: 'USD', images: 1 },
        blurred: false,
        violation: false,
        notApplied: [],
      });
    }
    await new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onerror = () => reject(new Error('not written'));
    });
    database.close();
  }, images);
  await page.reload();
  await ready(page);
  await expect(tilesOf(page)).toHaveCount(images.length);
}

/** A transparent PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Requests for images that the test answers itself. */
export type HeldRequests = {
  /** The Idempotency-Keys, in order. */
  keys: string[];
  /** Ends the oldest one that is open, with an image. */
  finish: () => Promise<void>;
};

/** Holds every request for images until the test answers it: for what a fast model would be too fast. */
export async function holdRequests(page: Page): Promise<HeldRequests> {
  const keys: string[] = [];
  const open: Route[] = [];
  await page.route('**/api/console/images/generate', (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    open.push(route);
  });
  return {
    keys,
    finish: async () => {
      const route = open.shift();
      const result = {
        type: 'result',
        answer: { id: 'generate-image-1', images: [PIXEL], timing: {}, request: null },
        safety: [{ blurred: false, contentViolation: false }],
        seeds: [7],
        notApplied: [],
        receipt: { requestId: 'held-request', costUsd: 0.002, currency: 'USD' },
      };
      await route?.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(result)}\n\n` });
    },
  };
}
