import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { someFigures, someKnownModels } from './fake-models';

/** The pictures of the start page: their names, whether the visitor is signed in, and the window that they show. */
export const LANDING_PICTURES = [
  // As wide as the page shows it, and sharper.
  { name: 'chat', signedIn: true, view: { viewport: { width: 1200, height: 792 }, deviceScaleFactor: 1.25 } },
  // Half as wide as the page.
  { name: 'usage', signedIn: true, view: { viewport: { width: 1104, height: 736 }, deviceScaleFactor: 1 } },
  { name: 'models', signedIn: false, view: { viewport: { width: 1104, height: 736 }, deviceScaleFactor: 1 } },
] as const;

const FOLDER = 'components/landing/pictures';
const WEBP_QUALITY = 80;

/** Takes a picture of the start page in one theme. @param prepare brings the page into its state */
export async function takeLandingPicture(
  browser: Browser,
  picture: (typeof LANDING_PICTURES)[number],
  {
    theme,
    prepare,
    ...context
  }: { theme: 'light' | 'dark'; prepare: (page: Page) => Promise<void> } & Parameters<Browser['newContext']>[0],
): Promise<void> {
  const opened = await browser.newContext({ ...context, ...picture.view, colorScheme: theme, reducedMotion: 'reduce' });
  const page = await opened.newPage();
  await prepare(page);
  await sharp(await page.screenshot())
    .webp({ quality: WEBP_QUALITY, effort: 6 })
    .toFile(join(FOLDER, `${picture.name}-${theme}.webp`));
  await opened.close();
}

/** The models page of a service with well-known models. */
export async function knownModels(page: Page): Promise<void> {
  const models = someKnownModels();
  await page.route('**/api/v1/models?type=all', (route) => route.fulfill({ json: { data: models } }));
  await page.route('**/api/console/models/figures', (route) => route.fulfill({ json: someFigures(models) }));
  await page.route('**/api/console/models/used', (route) => route.fulfill({ json: { models: [] } }));
  await page.goto('/models');
  await page.waitForLoadState('networkidle');
}
