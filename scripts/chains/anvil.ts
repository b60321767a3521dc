import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const START_MS = 30_000;
/** So many blocks back, contracts can be asked for their state, as with real nodes. */
const STATES = '128';
const LISTENING = /Listening on (127\.0\.0\.1:\d+)/;
/** The package with anvil's program, by platform and processor. */
const PACKAGES: Record<string, string> = {
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
};

export type Anvil = { url: string; stop(): Promise<void> };

/**
 * Starts anvil, an Ethereum node for development, on a free port of 127.0.0.1. Nothing is written to disk. It ends
 * with this process, unless this process is killed.
 * @throws Error if it is not installed or does not start
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)];
  args.push('--accounts', '1', '--prune-history', STATES, '--threads', '1', '--no-cors', '--color', 'never');
  const child = spawn(findAnvil(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  try {
    return { url: `http://${await addressOf(child)}`, stop: () => ended(child) };
  } catch (error) {
    kill();
    throw error;
  }
}

function findAnvil(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`There is no anvil for ${process.platform} on ${process.arch}.`);
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil');
  } catch (cause) {
    throw new Error(`${name} is not installed: run “npm ci”.`, { cause });
  }
}

/** Its address, once it prints it. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string, cause?: unknown) => {
      clearTimeout(timer);
      reject(new Error(`anvil ${what}: ${output}`, { cause }));
    };
    const timer = setTimeout(() => fail('did not start in time'), START_MS);
    const note = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-4_000);
      const address = LISTENING.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    // Never detached, because it stops when nobody takes its output.
    child.stdout?.on('data', note);
    child.stderr?.on('data', note);
    child.once('error', (error) => fail('did not start', error));
    child.once('exit', (code) => fail(`exited with ${code}`));
  });
}

/** It keeps nothing, so SIGKILL is fine. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
