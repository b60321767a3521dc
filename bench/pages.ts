/**
 * `npm run bench -- pages`: how much JavaScript each page loads first, as the browser sees it: what the page's HTML names
 * (`first load`), and all that came until the page was quiet, in the bytes that came over the wire, compressed by the build
 * with brotli, without heads. Every page of `app/` is measured, signed in. Prints a Markdown table, the heaviest first.
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
/** Long enough for what is loaded when nothing else is to do. */
const QUIET_MS = 1_500;

/** Bytes of compressed JavaScript, and how many files. */
type Weight = { route: string; firstBytes: number; firstFiles: number; allBytes: number; allFiles: number };

const server = await startFarebox({ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const context = await browser.newContext({ baseURL: server.url });
  await signIn(await context.newPage());
  const weights: Weight[] = [];
  for (const route of pageRoutes()) weights.push(await weigh(await context.newPage(), route));
  report(weights);
} finally {
  await browser.close();
  await server.stop();
}

function report(weights: Weight[]): void {
  const rows = weights
    .sort((one, other) => other.firstBytes - one.firstBytes)
    .map(({ route, firstBytes, firstFiles, allBytes, allFiles }) => [
      ...[`\`${route}\``, kilobytes(firstBytes), String(firstFiles)],
      ...[kilobytes(allBytes), String(allFiles)],
    ]);
  table(['page', 'first load', 'files', 'until quiet', 'files'], rows);
}

/** The addresses of the pages in the folder tree; those of one thing by its id are left out. */
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

async function weigh(page: Page, route: string): Promise<Weight> {
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
