/**
 * `npm run bench -- pages`: how much JavaScript a browser loads for each page: the files that the page's HTML names
 * (`first load`), and all files until the network is quiet, in bytes of the bodies as transferred (compressed with
 * Brotli by the build). Every page of `app/` is measured, signed in. Prints a Markdown table, the largest first.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { startFarebox } from '../e2e/support/server';
import { findChromium } from '../scripts/steps/programs.mjs';
import { table } from './report/table';

const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };
const APP = join(import.meta.dirname, '..', 'app');
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
/** Long enough for what is loaded only when the browser is idle. */
const QUIET_MS = 1_500;

/** Bytes of compressed JavaScript, and how many files. */
type PageSize = { route: string; firstBytes: number; firstFiles: number; allBytes: number; allFiles: number };

const server = await startFarebox({ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const context = await browser.newContext({ baseURL: server.url });
  await signIn(await context.newPage());
  const sizes: PageSize[] = [];
  for (const route of pageRoutes()) sizes.push(await measurePage(await context.newPage(), route));
  report(sizes);
} finally {
  await browser.close();
  await server.stop();
}

function report(sizes: PageSize[]): void {
  const rows = sizes
    .sort((one, other) => other.firstBytes - one.firstBytes)
    .map(({ route, firstBytes, firstFiles, allBytes, allFiles }) => [
      ...[`\`${route}\``, kilobytes(firstBytes), String(firstFiles)],
      ...[kilobytes(allBytes), String(allFiles)],
    ]);
  table(['page', 'first load', 'files', 'until quiet', 'files'], rows);
}

/** The paths of the pages in the folder tree, except pages whose path contains an ID. */
function pageRoutes(): string[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx') && !file.includes('['))
    .map(
      (file) =>
        `/${dirname(file)
          .split(sep)
          .filter((part) => part !== '.' && !part.startsWith('('))
          .join('/')}`,
    )
    .sort();
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/chat');
  await page.close();
}

async function measurePage(page: Page, route: string): Promise<PageSize> {
  const loaded = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const path = scripts.get(requestId);
    if (path !== undefined) loaded.set(path, (loaded.get(path) ?? 0) + encodedDataLength);
  });
  const document = await page.goto(route, { waitUntil: 'networkidle' });
  await page.waitForTimeout(QUIET_MS);
  const html = (await document?.text()) ?? '';
  const named = new Set([...html.matchAll(/<script[^>]* src="([^"?]+)/g)].map(([, path = '']) => path));
  const sizes = [...loaded].map(([path, bytes]) => ({ path, bytes }));
  const first = sizes.filter(({ path }) => named.has(path));
  await page.close();
  return {
    route,
    firstBytes: sum(first),
    firstFiles: first.length,
    allBytes: sum(sizes),
    allFiles: sizes.length,
  };
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1_000)} KB`;
}
