import { timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Holder } from '../platform/database/lock';
import { processStart } from '../platform/process-identity';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { hashSecret, randomBase62 } from './keys/key-token';

const FILE_NAME = 'operator.token';
const TOKEN_CHARACTERS = 43;

/** What identifies a process, also among later ones with the same PID. */
type Writer = Pick<Holder, 'pid' | 'startedAt'>;

/** The file's content: the token, the address of the server that wrote it, and its process. */
export type OperatorAccess = { token: string; address: string; writer: Writer };

/**
 * Creates the secret with which the admin command on this machine authenticates to a running server, created again
 * at each startup: `DATA_DIR/operator.token`, readable by the server's own user only (mode 600), replaced atomically.
 * @param address where the server listens, e.g. `http://127.0.0.1:3000`
 */
export async function ensureOperatorToken(dataDir: string, address: string): Promise<void> {
  const token = randomBase62(TOKEN_CHARACTERS);
  const { pid, startedAt } = thisProcess();
  const path = join(dataDir, FILE_NAME);
  const draft = `${path}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${[token, address, pid, startedAt].join('\n')}\n`, { mode: 0o600 });
  // An existing draft would have kept its mode.
  await chmod(draft, 0o600);
  await rename(draft, path);
  state().tokenHash = hashSecret(token);
}

/**
 * Removes this process's operator token, at shutdown and before the database lock is released, so that the admin
 * command does not connect to an address where nothing listens anymore. Another process's file is left alone. Never
 * throws: a leftover file is recognized by its writer.
 */
export async function removeOperatorToken(dataDir: string): Promise<void> {
  state().tokenHash = null;
  try {
    const access = await readOperatorAccess(dataDir);
    if (access && isWrittenBy(access, thisProcess())) await rm(join(dataDir, FILE_NAME), { force: true });
  } catch (error) {
    log.warn({ err: error }, 'the operator token could not be removed');
  }
}

/** Whether a process wrote the file: one left behind by a crash names another process than the lock's holder. */
export function isWrittenBy({ writer }: OperatorAccess, { pid, startedAt }: Writer): boolean {
  return writer.pid === pid && writer.startedAt === startedAt;
}

/** Reads the file of a server, which may no longer be running (`isWrittenBy`); null if there is none. */
export async function readOperatorAccess(dataDir: string): Promise<OperatorAccess | null> {
  try {
    const lines = (await readFile(join(dataDir, FILE_NAME), 'utf8')).split('\n');
    const [token = '', address = '', pid = '', startedAt = ''] = lines;
    return { token, address, writer: { pid: Number(pid), startedAt } };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether a text is this process's operator token; in constant time. */
export function isOperatorToken(candidate: string): boolean {
  const { tokenHash } = state();
  if (tokenHash === null) return false;
  return timingSafeEqual(Buffer.from(hashSecret(candidate)), Buffer.from(tokenHash));
}

function thisProcess(): Writer {
  return { pid: process.pid, startedAt: processStart(process.pid) ?? '' };
}

function state(): { tokenHash: string | null } {
  return processState('accounts.operator-token', () => ({ tokenHash: null as string | null }));
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
