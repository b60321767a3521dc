import { destination, pino, type Logger } from 'pino';
import { settings } from './env';
import { processState } from './process-state';

/** Members that are never written, at the top and one or two levels down. */
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

/** How many causes below an error are written. */
const MAX_CAUSES = 4;

/** Lines wait this long for others, so that a busy server does not ask the system for each of them. */
const GATHERED_MS = 100;
/** So much may wait for a reader who stands still; what comes then is lost, and counted. */
const MOST_WAITING_CHARACTERS = 16_000_000;
/** So many gathered characters go out at once; no file and no pipe takes much more in one piece. */
const GATHERED_CHARACTERS = 8_192;

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
type Fields = Record<string, unknown>;
type Write = (fields: Fields, message: string) => void;
/** Where lines go. A stream of Node's has no `flush`: it keeps nothing back. */
type Output = { write: (lines: string) => void; flush?: () => void; flushSync?: () => void };
/** Lines that are on their way to the standard output, and who waits for the last of them. */
type Departure = { isOver: boolean; onOver: (() => void) | null };

/**
 * The log of the process: JSON lines on the standard output, from `LOG_LEVEL` up, secrets blanked out.
 * `log.warn({ error }, 'the upstream is slow')`: fields first, then a plain message. A member `error` or `err`
 * is written with its stack and causes. Lines below `warn` may wait for a moment, see `standardOutput`.
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
 * Writes the line of an answered request. Nothing is blanked out in it, because to look for secrets costs several times
 * what the rest of the line does: pass fixed members, and none that can hold one.
 */
export function logRequest(level: 'debug' | 'info', fields: Fields): void {
  processState('platform.log.requests', () => logger().child({}, { redact: [] }))[level](fields, 'request');
}

/**
 * Waits until every line has left, for an end of the process that loses none.
 * @param withinMs the longest wait
 * @returns false where whoever reads the log stands still: then even the end of the process would wait for them
 */
export async function drainLog(withinMs: number): Promise<boolean> {
  logger().flush();
  const state = departure();
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

function departure(): Departure {
  return processState('platform.log.departure', () => ({ isOver: true, onOver: null }));
}

function writeNow(level: 'warn' | 'error' | 'fatal', fields: Fields, message: string): void {
  logger()[level](fields, message);
  logger().flush();
}

/** Made at the first line, not at import: bad settings must be told by the start, not by a module. */
function logger(): Logger {
  return processState('platform.log', () => createLogger(settings().logLevel));
}

/** @param stream where the lines go; the standard output when absent */
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
 * The standard output, which gathers lines: the first after a pause goes out at once, those behind it together. The
 * last ones go out with the end of the process, unless that comes by a signal nobody listens for. A reader who stands still
 * does not stop the process: 16 MB wait for them, then lines are lost.
 */
function standardOutput(): Output {
  const output = destination({ dest: 1, sync: false, maxLength: MOST_WAITING_CHARACTERS });
  let lost = 0;
  output.on('drop', (lines: string) => (lost += lines.split('\n').length - 1));
  const state = departure();
  let isGone = false;
  const settle = () => {
    state.isOver = true;
    state.onOver?.();
  };
  // The reader has gone for good, or the disk is full: nothing that is waited for will leave.
  output.on('error', () => {
    isGone = true;
    settle();
  });
  output.on('drain', () => {
    settle();
    const lines = lost;
    lost = 0;
    if (lines > 0) log.warn({ lines }, 'lines of the log were lost: whoever reads it stood still');
  });
  let gathered = '';
  let pause: NodeJS.Timeout | null = null;
  const flush = () => {
    if (gathered === '') return;
    state.isOver = isGone;
    output.write(gathered);
    gathered = '';
  };
  const endPause = () => {
    pause = null;
    flush();
  };
  const flushSync = () => {
    flush();
    output.flushSync();
  };
  const write = (lines: string) => {
    gathered += lines;
    if (pause === null || gathered.length >= GATHERED_CHARACTERS) flush();
    pause ??= setTimeout(endPause, GATHERED_MS).unref();
  };
  process.on('exit', flushSync);
  return { write, flush, flushSync };
}

/**
 * What was thrown and its causes in one line of words, without a stack and as free of secrets as the log.
 * @returns null where nothing was thrown, or nothing that says a word
 */
export function causeText(thrown: unknown): string | null {
  const texts: string[] = [];
  for (let error = thrown, depth = 0; error instanceof Error && depth <= MAX_CAUSES; error = error.cause, depth += 1) {
    const text = hideParameters(error.message).trim();
    if (text !== '' && !texts.includes(text)) texts.push(text);
  }
  return texts.length === 0 ? null : texts.join(': ');
}

/** drizzle's text ends with the statement's parameters, and those may be secrets. */
function hideParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: [hidden]');
}

/** An error without its extra members: pg's carry the whole client, ours a caller's words. */
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
