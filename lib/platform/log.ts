import { pino, type Logger } from 'pino';
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

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
type Write = (facts: Record<string, unknown>, message: string) => void;

/**
 * The log of the process: JSON lines on the standard output, from `LOG_LEVEL` up, secrets blanked out.
 * `log.warn({ error }, 'the upstream is slow')`: facts first, then a message in plain words. A member `error` or `err`
 * is written with its stack and causes.
 */
export const log: Record<Level, Write> = {
  trace: (facts, message) => logger().trace(facts, message),
  debug: (facts, message) => logger().debug(facts, message),
  info: (facts, message) => logger().info(facts, message),
  warn: (facts, message) => logger().warn(facts, message),
  error: (facts, message) => logger().error(facts, message),
  fatal: (facts, message) => logger().fatal(facts, message),
};

/** Made at the first line, not at import: bad settings must be told by the start, not by a module. */
function logger(): Logger {
  return processState('platform.log', () => createLogger(settings().logLevel));
}

/** @param stream where the lines go; the standard output when absent */
export function createLogger(level: string, stream?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    serializers: { error: describeError, err: describeError },
    redact: { paths: SECRET_MEMBERS.flatMap(pathsOf), censor: '[hidden]' },
  };
  return stream ? pino(options, stream) : pino(options);
}

/**
 * An error without its extra members: pg's carry the whole client, ours a caller's words. drizzle's text ends with
 * the statement's parameters, and those may be secrets.
 */
function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const hide = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: [hidden]');
  return {
    type: thrown.name,
    message: hide(thrown.message),
    ...('code' in thrown && { code: thrown.code }),
    stack: hide(thrown.stack ?? ''),
    ...(thrown.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(thrown.cause, depth + 1) }),
  };
}

function pathsOf(member: string): string[] {
  const name = /^\w+$/.test(member) ? member : undefined;
  return name ? [name, `*.${name}`, `*.*.${name}`] : [`["${member}"]`, `*["${member}"]`, `*.*["${member}"]`];
}
