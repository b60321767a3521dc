import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Who calls. */
export const EMAIL = 'bench@example.com';

/** What the account is given: more than any load can spend. */
export const CREDIT_USD = '1000000';

const START = join('scripts', 'start.mjs');

/**
 * Makes the account with its credit, as an operator does it.
 * @param env the settings of the installation, as its server has them
 * @returns its key for inference
 */
export async function makeKey(env: Record<string, string>): Promise<string> {
  await admin(env, ['account', 'create', '--email', EMAIL]);
  await admin(env, ['credit', '--email', EMAIL, '--usd', CREDIT_USD, '--reference', 'bench']);
  const made = await admin(env, ['key', 'create', '--email', EMAIL, '--type', 'INFERENCE']);
  if (typeof made.apiKey !== 'string') throw new Error('The admin command made no key.');
  return made.apiKey;
}

async function admin(env: Record<string, string>, args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [START, 'admin', ...args, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
