import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The caller's email. */
export const EMAIL = 'bench@example.com';

/** The account's credit: more than any load can spend. */
export const CREDIT_USD = '1000000';

const START = join('scripts', 'start.mjs');

/**
 * Creates the account with its credit, like an operator.
 * @param env the settings of the installation's server
 * @returns its inference key
 */
export async function makeKey(env: Record<string, string>): Promise<string> {
  await admin(env, ['account', 'create', '--email', EMAIL]);
  await admin(env, ['credit', '--email', EMAIL, '--usd', CREDIT_USD, '--reference', 'bench']);
  const created = await admin(env, ['key', 'create', '--email', EMAIL, '--type', 'INFERENCE']);
  if (typeof created.apiKey !== 'string') throw new Error('The admin command created no key.');
  return created.apiKey;
}

async function admin(env: Record<string, string>, args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [START, 'admin', ...args, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
