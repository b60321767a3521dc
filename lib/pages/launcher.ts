import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A Node program and its fixed options. */
export type Program = { script: string; execArgv: string[]; environment: NodeJS.ProcessEnv };

/** Starts a program without blocking the event loop. */
export type Launcher = {
  /**
   * Starts the program with one more argument. Returns immediately; the process has an IPC channel and a piped
   * `stderr`.
   */
  start: (argument: string) => ChildProcess;
  /** Ends the prepared shells. */
  close: () => void;
};

const SHELL = '/bin/sh';
/**
 * Waits for one line, then becomes the program. It exits at the end of its input, for instance if this process was
 * killed.
 */
const WAIT = 'IFS= read -r argument && exec "$0" "$@" "$argument"';
/** One for the first start, the others for restarts; each is a waiting shell of less than a megabyte. */
const PREPARED = 3;

/**
 * Prepares the starts of a program. Linux copies the page tables of a process that starts another: 20 ms and more once
 * a database and its caches are in memory, during which all streams stall. Therefore this is called at the very
 * beginning, while the process is small: it starts a few shells that wait and later become the program.
 */
export function prepareLauncher(program: Program): Launcher {
  const needsPreparation = process.platform === 'linux' && existsSync(SHELL);
  const waiting = needsPreparation ? Array.from({ length: PREPARED }, () => startShell(program)) : [];
  return {
    start: (argument) => {
      for (let shell = waiting.shift(); shell; shell = waiting.shift()) {
        if (shell.exitCode !== null || shell.signalCode !== null || !shell.stdin) continue;
        keepAlive(shell);
        shell.stdin.end(`${argument}\n`);
        return shell;
      }
      return startNow(program, argument);
    },
    close: () => {
      for (const shell of waiting.splice(0)) shell.kill('SIGKILL');
    },
  };
}

function startShell({ script, execArgv, environment }: Program): ChildProcess {
  const shell = spawn(SHELL, ['-c', WAIT, process.execPath, ...execArgv, script], {
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  // Writing to a shell that is gone fails; its exit is checked before it is used.
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  shell.channel?.unref();
  return shell;
}

function keepAlive(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function startNow({ script, execArgv, environment }: Program, argument: string): ChildProcess {
  return spawn(process.execPath, [...execArgv, script, argument], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
