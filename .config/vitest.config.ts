import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { STEP_VARIABLE } from '../scripts/steps/test-step.mjs';
import { StepReporter } from './vitest.reporter.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Unit and route tests next to the code. They run real parts (an in-memory database, a real PostgreSQL, child
 * processes), so the timeouts are generous; `FAREBOX_ROUNDS` in the environment adds kill rounds.
 */
export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vite',
  resolve: { alias: { '@': root } },
  test: {
    environment: 'node',
    include: ['{app,components,lib,scripts}/**/*.test.{ts,tsx,mjs}'],
    globalSetup: '.config/vitest.setup.ts',
    reporters: process.env[STEP_VARIABLE] ? ['default', new StepReporter()] : ['default'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The guard counts failures, which tests cause on purpose; its own tests enable it.
    env: { NEXT_TELEMETRY_DISABLED: '1', FAILED_REQUEST_GUARD: 'off' },
  },
});
