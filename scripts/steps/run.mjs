import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The environment of every tool we start: no telemetry. */
export const TOOL_ENV = { NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] variables added to the environment
 * @property {string} [cwd] default: the project
 * @property {boolean} [show] true: the program's output goes to ours; false (default): it is collected
 * @property {number} [outputFd] an open file that gets the program's output instead
 * @property {(message: unknown) => void} [onMessage] gets what the program sends by IPC
 * @property {number} [timeoutMs] after which the program is terminated (code 143)
 */

/**
 * Runs a program to its end. A signal to this process first ends the program, then this process.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} `code` 127 if the program could not be started
 */
export function run(command, args, { env = {}, cwd = ROOT, show = false, outputFd, onMessage, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const sink = outputFd ?? (show ? 'inherit' : 'pipe');
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = [show ? 'inherit' : 'pipe', sink, sink];
    if (onMessage) stdio.push('ipc');
    /** @type {import('node:child_process').ChildProcess} */
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...TOOL_ENV, ...env },
      stdio,
      timeout: timeoutMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    if (onMessage) child.on('message', onMessage);
    const release = passSignalsTo(child);
    child.on('error', (error) => {
      release();
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      const received = release();
      if (received) process.exit(128 + constants.signals[received]);
      resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGTERM'], output });
    });
  });
}

/**
 * Runs a package's own program with this Node.
 * @param {string} name of the program, e.g. `next`
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(name, args, options) {
  return run(process.execPath, [toolPath(name), ...args], options);
}

/**
 * The script behind a package's program, so that it runs without a shell (signals reach it).
 * @param {string} name of the program; `package:program` where the two differ
 */
export function toolPath(name) {
  const [packageName = name, program = packageName] = name.split(':');
  const folder = join(ROOT, 'node_modules', packageName);
  if (!existsSync(folder)) throw stop(`${packageName} is not installed.`, 'Run “npm ci”, then the same command again.');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/**
 * An error that the user can act upon.
 * @param {string} what one line
 * @param {string} remedy what to do, one line
 */
export function stop(what, remedy) {
  return Object.assign(new Error(what), { remedy });
}

/**
 * Prints an error (what happened and what to do) and exits. A plain `Error` is written for users; any other kind (a
 * TypeError, a library's own) is unexpected and shows its stack, like with LOG_LEVEL=debug.
 * @param {unknown} error
 * @returns {never}
 */
export function explainAndExit(error) {
  say(messageOf(error));
  process.exit(1);
}

/** @param {unknown} error */
function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  const isForUsers = error.constructor === Error && !/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '');
  if (!isForUsers) return error.stack ?? error.message;
  return 'remedy' in error ? `${error.message}\n${error.remedy}` : error.message;
}

/**
 * Prints a progress message. Always to stderr, because stdout belongs to the command that runs afterward.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Prints a progress message, and on a terminal counts the seconds until the work ends.
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(text, work) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const terminal = process.stderr.isTTY;
  process.stderr.write(terminal ? text : `${text}\n`);
  const timer = terminal ? setInterval(() => process.stderr.write(`\r${text} ${seconds()} s`), 1000) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (terminal) process.stderr.write(`\r${text} ${seconds()} s\n`);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} removes the handlers and returns the received signal
 */
function passSignalsTo(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    received = signal;
    child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return () => {
    process.off('SIGINT', pass).off('SIGTERM', pass);
    return received;
  };
}
