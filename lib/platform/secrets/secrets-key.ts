import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { settings, type Settings } from '../env';
import { processState } from '../process-state';
import { type SecretsKey, secretsKeyOf } from './sealed-text';

/** The embedded database's key, in `DATA_DIR`. A backup has the database only, so it does not have the key. */
export const KEY_FILE = 'secrets.key';
const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;

type KeySettings = Pick<Settings, 'secretsKey' | 'databaseUrl' | 'dataDir'>;

/**
 * The key of what is encrypted at rest: `SECRETS_KEY`; without it, and with the embedded database, one that is made once
 * and kept in `DATA_DIR/secrets.key`, readable by the server's own user only.
 * @param options.create whether to make a missing one
 * @returns null if there is none: processes that share a PostgreSQL database have no folder in common
 * @throws Error if the file cannot be read or made
 */
export async function findSecretsKey(
  { create }: { create: boolean },
  { secretsKey, databaseUrl, dataDir }: KeySettings = settings(),
): Promise<SecretsKey | null> {
  const known = processState('platform.secrets-keys', () => new Map<string, SecretsKey>());
  const source = secretsKey ?? (databaseUrl === undefined ? join(dataDir, KEY_FILE) : null);
  if (source === null) return null;
  const cached = known.get(source);
  if (cached) return cached;
  const material = secretsKey ?? (await readKeyFile(source)) ?? (create ? await makeKeyFile(dataDir, source) : null);
  if (material === null) return null;
  const key = secretsKeyOf(material);
  known.set(source, key);
  return key;
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length >= MIN_CHARACTERS) return text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  throw new Error(
    `${path} is damaged: it has fewer than ${MIN_CHARACTERS} characters. Put its copy back, or remove it.`,
  );
}

/** Complete and on disk before it has its name; never replaces one that another call has made meanwhile. */
async function makeKeyFile(dataDir: string, path: string): Promise<string | null> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    await file.sync();
    await file.close();
    await link(draft, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readKeyFile(path);
}
