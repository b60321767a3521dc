import { destination, pino, type Logger } from 'pino';
import { settings } from './env';
import { processState } from './process-state';

/** Members that are never logged, at the top and up to two levels below. */
const SECRET_MEMBERS = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'password',
  'apiKey',
  'token',
  'secret',
  'set-cookie',
  'x-api-key',
];

/** How many nested causes of an error are logged. */
const MAX_CAUSES = 4;

/** Lines are batched for this long, so that a busy server does not make a system call for each of them. */
const BATCH_MS = 100;
/** How much is buffered for a stalled reader; further lines are dropped and counted. */
const MAX_BUFFERED_CHARACTERS = 16_000_000;
/** A batch of this size is written immediately; files and pipes do not accept much more in one piece. */
const MAX_BATCH_CHARACTERS = 8_192;

/** How long a process that exits waits for the write that is in progress. */
const EXIT_WAIT_MS = 50;

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
type Fields = Record<string, unknown>;
type Write = (fields: Fields, message: string) => void;
/** Where lines go. Node streams have no `flush`: they hold nothing back. */
type Output = { write: (lines: string) => void; flush?: () => void; flushSync?: () => void };
/** Pending writes to standard output, and a callback for their end. */
type PendingOutput = { isOver: boolean; onOver: (() => void) | null };

/**
 * The log of the process: JSON lines on standard output, at or above `LOG_LEVEL`, with secrets redacted. `log.warn({
 * error }, 'the upstream is slow')`: fields first, then a plain message. A member `error` or `err` is logged with its
 * stack and causes. Lines below `warn` may be delayed briefly, see `standardOutput`.
 */
export const log: Record<Level, Write> = {
  trace: (fields, message) => logger().trace(fields, message),
  debug: (fields, message) => logger().debug(fields, message),
  info: (fields, message) => logger().info(fields, message),
  warn: (fields, message) => writeNow('warn', fields, message),
  error: (fields, message) => writeNow('error', fields, message),
  fatal: (fields, message) => writeNow('fatal', fields, message),
};

/**
 * Logs an answered request. Nothing is redacted, because looking for secrets costs several times the rest of the line:
 * pass fixed members only, none of which can contain a secret.
 */
export function logRequest(level: 'debug' | 'info', fields: Fields): void {
  processState('platform.log.requests', () => logger().child({}, { redact: [] }))[level](fields, 'request');
}

/**
 * Waits until every line has been written, so that none is lost when the process exits.
 * @param withinMs the longest wait
 * @returns false if the log's reader is stalled: then even the process's exit would wait for it
 */
export async function drainLog(withinMs: number): Promise<boolean> {
  logger().flush();
  const state = pendingOutput();
  if (state.isOver) return true;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    state.onOver = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return state.isOver;
}

function pendingOutput(): PendingOutput {
  return processState('platform.log.pending', () => ({ isOver: true, onOver: null }));
}

function writeNow(level: 'warn' | 'error' | 'fatal', fields: Fields, message: string): void {
  logger()[level](fields, message);
  logger().flush();
}

/**
 * Created at the first line, not on import: invalid settings must be reported by the startup code, not by an import.
 */
function logger(): Logger {
  return processState('platform.log', () => createLogger(settings().logLevel));
}

/** @param stream where the lines go; standard output by default */
export function createLogger(level: string, stream: Output = standardOutput()): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    serializers: { error: describeError, err: describeError },
    redact: { paths: SECRET_MEMBERS.flatMap(pathsOf), censor: '[hidden]' },
  };
  return pino(options, stream);
}

/**
 * Standard output with batching: the first line after a pause is written immediately, those after it together. The last
 * ones are written when the process exits, unless an unhandled signal ends it. A stalled reader does not block the
 * process: 16 MB are buffered, then lines are dropped.
 */
function standardOutput(): Output {
  const output = destination({ dest: 1, sync: false, maxLength: MAX_BUFFERED_CHARACTERS });
  const exitOutput = destination({ dest: 1, sync: true });
  exitOutput.on('error', () => undefined);
  let lost = 0;
  output.on('drop', (lines: string) => (lost += lines.split('\n').length - 1));
  const state = pendingOutput();
  let isGone = false;
  const settle = () => {
    state.isOver = true;
    state.onOver?.();
  };
  // The reader is gone for good, or the disk is full: nothing pending will be written.
  output.on('error', () => {
    isGone = true;
    settle();
  });
  output.on('drain', () => {
    settle();
    const lines = lost;
    lost = 0;
    if (lines > 0) log.warn({ lines }, 'log lines were lost: the reader was stalled');
  });
  let batch = '';
  let pause: NodeJS.Timeout | null = null;
  const flush = () => {
    if (batch === '') return;
    state.isOver = isGone;
    output.write(batch);
    batch = '';
  };
  const endPause = () => {
    pause = null;
    flush();
  };
  // Not through `flush`: Node cancels a write that no thread has begun when the process exits. The one that a thread
  // has begun is given time to end, so that the lines stay in order.
  const flushSync = () => {
    if (!state.isOver) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_WAIT_MS);
    output.flushSync();
    if (batch !== '' && !isGone) exitOutput.write(batch);
    batch = '';
  };
  const write = (lines: string) => {
    batch += lines;
    if (pause === null || batch.length >= MAX_BATCH_CHARACTERS) flush();
    pause ??= setTimeout(endPause, BATCH_MS).unref();
  };
  // Before pino's own listener, which writes what waits behind the write in progress.
  process.prependListener('exit', flushSync);
  return { write, flush, flushSync };
}

/**
 * The messages of a thrown error and its causes in one line, without stacks and redacted like the log.
 * @returns null if nothing was thrown, or nothing with a message
 */
export function causeText(thrown: unknown): string | null {
  const texts: string[] = [];
  for (let error = thrown, depth = 0; error instanceof Error && depth <= MAX_CAUSES; error = error.cause, depth += 1) {
    const text = hideParameters(error.message).trim();
    if (text !== '' && !texts.includes(text)) texts.push(text);
  }
  return texts.length === 0 ? null : texts.join(': ');
}

/** drizzle's message ends with the statement's parameters, which may be secrets. */
function hideParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: [hidden]');
}

/** An error without its extra members: pg's contain the whole client, ours a caller's input. */
function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  return {
    type: thrown.name,
    message: hideParameters(thrown.message),
    ...('code' in thrown && { code: thrown.code }),
    stack: hideParameters(thrown.stack ?? ''),
    ...(thrown.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(thrown.cause, depth + 1) }),
  };
}

function pathsOf(member: string): string[] {
  const name = /^\w+$/.test(member) ? member : undefined;
  return name ? [name, `*.${name}`, `*.*.${name}`] : [`["${member}"]`, `*["${member}"]`, `*.*["${member}"]`];
}
