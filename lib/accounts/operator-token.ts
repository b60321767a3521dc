import { timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processState } from '../platform/process-state';
import { hashSecret, randomBase62 } from './key-token';

const FILE_NAME = 'operator.token';
const TOKEN_CHARACTERS = 43;

/** The file's content: the token, and where the server that wrote it listens. */
export type OperatorAccess = { token: string; address: string };

/**
 * Makes the secret by which the admin command on this machine speaks to a running server, at every start anew:
 * `DATA_DIR/operator.token`, readable by the server's own user only (mode 600), replaced as a whole.
 * @param address where the server listens, e.g. `http://127.0.0.1:3000`
 */
export async function ensureOperatorToken(dataDir: string, address: string): Promise<void> {
  const access: OperatorAccess = { token: randomBase62(TOKEN_CHARACTERS), address };
  const path = join(dataDir, FILE_NAME);
  const draft = `${path}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${access.token}\n${access.address}\n`, { mode: 0o600 });
  // An older draft would have kept its own mode.
  await chmod(draft, 0o600);
  await rename(draft, path);
  held().tokenHash = hashSecret(access.token);
}

/** Reads what the running server wrote; null where no server has ever run on this folder. */
export async function readOperatorAccess(dataDir: string): Promise<OperatorAccess | null> {
  try {
    const [token = '', address = ''] = (await readFile(join(dataDir, FILE_NAME), 'utf8')).split('\n');
    return { token, address };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether a text is this process's operator token; takes the same time for every wrong one. */
export function isOperatorToken(candidate: string): boolean {
  const { tokenHash } = held();
  if (tokenHash === null) return false;
  return timingSafeEqual(Buffer.from(hashSecret(candidate)), Buffer.from(tokenHash));
}

function held(): { tokenHash: string | null } {
  return processState('accounts.operator-token', () => ({ tokenHash: null as string | null }));
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
