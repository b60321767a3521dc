import { fileURLToPath } from 'node:url';
import { defineConfig, devices, type Project } from '@playwright/test';
import { STEP_VARIABLE } from '../scripts/steps/test-step.mjs';

/**
 * Browser scenarios (`e2e/access`, `e2e/chat`, `e2e/console`; `e2e/keyboard` without a mouse) and the real client
 * packages (`e2e/clients`), against the built server, which `e2e/support` starts. `scripts/test.mjs` sets:
 * FAREBOX_CHROMIUM (path), FAREBOX_MATRIX (all themes and sizes), FAREBOX_SCREENSHOTS (only the contact sheet).
 */
const { FAREBOX_CHROMIUM, FAREBOX_MATRIX, FAREBOX_SCREENSHOTS } = process.env;

const STEP_REPORTER = fileURLToPath(new URL('./playwright.reporter.ts', import.meta.url));

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const STILL = ['--disable-component-update', '--disable-sync'];

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
const phone = { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A narrow window without touch, for keyboard navigation. */
const narrow = { ...desktop, viewport: { width: 390, height: 844 } };

const scenarios = { testIgnore: ['clients/**', 'keyboard/**', 'matrix/**'] };
const walk = { testMatch: 'keyboard/**/*.spec.ts' };
const everyday: Project[] = [
  { name: 'desktop', ...scenarios, use: { ...desktop, colorScheme: 'light' } },
  { name: 'keyboard', ...walk, use: { ...narrow, colorScheme: 'dark' } },
  { name: 'clients', testMatch: 'clients/**/*.spec.ts' },
];
const matrixOnly: Project[] = [
  // What takes minutes, once.
  { name: 'long', testMatch: 'matrix/**/*.spec.ts', use: { ...desktop, colorScheme: 'light' } },
  { name: 'desktop-dark', ...scenarios, use: { ...desktop, colorScheme: 'dark' } },
  { name: 'phone-light', ...scenarios, use: { ...phone, colorScheme: 'light' } },
  { name: 'phone-dark', ...scenarios, use: { ...phone, colorScheme: 'dark' } },
  { name: 'keyboard-narrow-light', ...walk, use: { ...narrow, colorScheme: 'light' } },
  { name: 'keyboard-desktop-light', ...walk, use: { ...desktop, colorScheme: 'light' } },
  { name: 'keyboard-desktop-dark', ...walk, use: { ...desktop, colorScheme: 'dark' } },
];
const screenshots: Project[] = [{ name: 'screenshots', testMatch: 'screenshots.ts', use: desktop }];

export default defineConfig({
  testDir: '../e2e',
  outputDir: '../test-results/browser',
  projects: FAREBOX_SCREENSHOTS ? screenshots : FAREBOX_MATRIX ? [...everyday, ...matrixOnly] : everyday,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env[STEP_VARIABLE] ? [['list'], [STEP_REPORTER]] : [['list']],
  use: {
    // `--trace retain-on-failure` shows more, but takes 25% more time.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: FAREBOX_CHROMIUM, args: [...QUIET, ...STILL] },
  },
});
