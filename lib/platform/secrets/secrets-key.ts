import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { settings, type Settings } from '../env';
import { processState } from '../process-state';
import { type SecretsKey, secretsKeyOf } from './sealed-text';

/** A key, and the text that it is made of. */
type KnownKey = { material: string; key: SecretsKey };

/** The embedded database's key, in `DATA_DIR`. A backup has the database only, so it does not have the key. */
export const KEY_FILE = 'secrets.key';
const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;

type KeySettings = Pick<Settings, 'secretsKey' | 'databaseUrl' | 'dataDir'>;

/**
 * The key of what is encrypted at rest: `SECRETS_KEY`; without it, and with the embedded database, one that is made once
 * and kept in `DATA_DIR/secrets.key`, readable by the server's own user only. If that file is removed while the process
 * has its key, it is written again; if it is replaced, its key is used from the next encryption on.
 * @param options.create whether to make a missing one: before something is encrypted
 * @returns null if there is none: processes that share a PostgreSQL database have no folder in common
 * @throws Error if the file cannot be read or made
 */
export async function findSecretsKey(
  { create }: { create: boolean },
  { secretsKey, databaseUrl, dataDir }: KeySettings = settings(),
): Promise<SecretsKey | null> {
  const known = processState('platform.secrets-keys', () => new Map<string, KnownKey>());
  const source = secretsKey ?? (databaseUrl === undefined ? join(dataDir, KEY_FILE) : null);
  if (source === null) return null;
  const cached = known.get(source);
  // What is encrypted with a key of a file must open after a restart: the file is read again.
  if (cached && (secretsKey !== undefined || !create)) return cached.key;
  const made = cached?.material ?? randomBytes(KEY_BYTES).toString('base64url');
  const material =
    secretsKey ?? (await readKeyFile(source)) ?? (create ? await makeKeyFile(dataDir, source, made) : null);
  if (material === null) return null;
  if (cached?.material === material) return cached.key;
  const key = secretsKeyOf(material);
  known.set(source, { material, key });
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
async function makeKeyFile(dataDir: string, path: string, material: string): Promise<string | null> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    try {
      await file.writeFile(`${material}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  // Else its name could be lost with the power, after something was encrypted with it.
  await syncFolder(dataDir);
  return readKeyFile(path);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
