import { request } from 'node:http';
import { isWrittenBy, type OperatorAccess, readOperatorAccess } from '../../lib/accounts/operator-token';
import type { CommandInput } from '../../lib/admin/commands';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/core/time';
import { findHolder } from '../../lib/platform/database/lock';
import { processStart } from '../../lib/platform/process-identity';
import { lockFolderOf } from '../../lib/platform/database/pglite';
import { settings } from '../../lib/platform/env';
import type { Answer } from './print';

/** A running server responds within this time, also while it hashes a password. */
const TIMEOUT_MS = 30 * SECOND_MS;
/** For commands that process all data. */
const LONG_TIMEOUT_MS = 6 * HOUR_MS;
const LONG: readonly string[] = ['verifyLedger', 'writeBackup', 'addToIndex'] satisfies CommandInput['verb'][];
/** For commands that call a provider: somewhat more than the server gives it. */
const PROVIDER_TIMEOUT_MS = 3 * MINUTE_MS;
const PROVIDER: string = 'provider' satisfies CommandInput['verb'];

/**
 * Lets the running server execute a command, if it holds the embedded database.
 * @returns null if no process holds it, or PostgreSQL is used
 * @throws Error with a message if the server cannot be reached, or refuses
 */
export async function askServer(command: { verb: string; input: Answer }): Promise<Answer | null> {
  const { databaseUrl, dataDir } = settings();
  const holder = databaseUrl ? null : findHolder(lockFolderOf(dataDir));
  if (!holder) return null;
  const access = await readOperatorAccess(dataDir);
  if (!access || !isWrittenBy(access, holder)) {
    const who = holder.pid === 0 ? 'A process' : `Process ${holder.pid}`;
    throw new Error(
      `${who} holds the database in ${dataDir}, but is not ready: it is starting or stopping. Try again.`,
    );
  }
  return deliver(access, command);
}

/**
 * Lets the running server of this `DATA_DIR` execute a command about data that is only in its memory.
 * @throws Error with a message if none runs, the server cannot be reached, or it refuses
 */
export async function askOnlyServer(command: { verb: string; input: Answer }): Promise<Answer> {
  const { dataDir } = settings();
  const access = await readOperatorAccess(dataDir);
  if (!access || processStart(access.writer.pid) !== access.writer.startedAt) {
    throw new Error(`No server runs with DATA_DIR ${dataDir}: start it, or set DATA_DIR to that of the server.`);
  }
  return deliver(access, command);
}

async function deliver(access: OperatorAccess, command: { verb: string; input: Answer }): Promise<Answer> {
  const timeoutMs = timeoutOf(command.verb);
  const { status, text } = await send(access, JSON.stringify(command), timeoutMs).catch((error: unknown) => {
    throw new Error(messageOfFailure(error, access, timeoutMs), { cause: error });
  });
  const answer = parseAnswer(text);
  if (answer === null) throw new Error(`${access.address} answered ${status}, but it is not a Farebox server.`);
  if (status !== 200) throw new Error(String(answer.error));
  return answer;
}

function timeoutOf(verb: string): number {
  if (LONG.includes(verb)) return LONG_TIMEOUT_MS;
  return verb === PROVIDER ? PROVIDER_TIMEOUT_MS : TIMEOUT_MS;
}

/** Uses Node's own client: `fetch` times out after five minutes without headers, and a backup may take longer. */
function send(
  { address, token }: OperatorAccess,
  body: string,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = request(`${address}/api/console/operator`, { method: 'POST', headers, signal }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => (text += chunk));
      incoming.once('error', reject);
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function parseAnswer(text: string): Answer | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Answer) : null;
  } catch {
    return null;
  }
}

/**
 * The client's own messages are not helpful: the operator needs to know which server was called, and what may have
 * happened there.
 */
function messageOfFailure(error: unknown, { address, writer }: OperatorAccess, timeoutMs: number): string {
  const server = `The server (process ${writer.pid}) at ${address}`;
  const { name, code } = error instanceof Error ? { code: '', ...error, name: error.name } : { name: '', code: '' };
  if (name === 'AbortError') {
    const seconds = timeoutMs / SECOND_MS;
    return `${server} did not answer within ${seconds} seconds. It may have done the work anyway: check first.`;
  }
  if (code === 'ECONNREFUSED') return `${server} does not listen: it is starting or stopping. Try again.`;
  if (code === 'ECONNRESET') return `${server} ended during the work. Check its log, and what was done.`;
  return `${server} cannot be reached${code ? ` (${code})` : ''}. Is it starting or stopping? Check its log, and try again.`;
}
