import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes, createSolanaRpc, mainnet } from '@solana/kit';
import { createPublicClient, http, type Address, type Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterEach, expect, it, vi } from 'vitest';
import { USDC_ABI, USDC_ON_BASE } from './chains/contracts';
import { usdcAccountOf } from './chains/solana/tokens';

const dataDir = mkdtempSync(join(tmpdir(), 'farebox-chains-'));
let child: ChildProcessByStdio<null, Readable, null> | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const DIRECTLY = [process.execPath, '--import', 'tsx', fileURLToPath(new URL('dev-chains.ts', import.meta.url))];
const BY_NPM = ['npm', 'run', '--silent', 'dev:chains', '--'];
const FREE_PORTS = ['--base-port', '0', '--solana-port', '0'];

/** Runs the command with free ports until it has printed its settings. */
async function startCommand([program = '', ...args]: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const started = spawn(program, [...args, ...FREE_PORTS], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  child = started;
  const lines: string[] = [];
  for await (const line of createInterface(started.stdout)) {
    lines.push(line);
    if (line.startsWith('# Solana:')) break;
  }
  const settings = Object.fromEntries(lines.filter((line) => !line.startsWith('#')).map((line) => line.split('=', 2)));
  const wallets = lines
    .filter((line) => line.startsWith('# ') && line.includes(', '))
    .map((line) => line.split(/[:,] /));
  return { started, settings: settings as Record<string, string>, wallets };
}

it('prints the settings of a server, leaves them in DATA_DIR, and ends with SIGTERM', async () => {
  const { started, settings, wallets } = await startCommand(DIRECTLY);
  const signerKey = settings.X402_BASE_SIGNER_KEY as Hex;
  const baseClient = createPublicClient({ transport: http(settings.X402_BASE_RPC_URL) });
  expect(await baseClient.getBalance({ address: privateKeyToAddress(signerKey) })).toBeGreaterThan(0n);
  const usdcOf = (owner: Address) =>
    baseClient.readContract({ address: USDC_ON_BASE, abi: USDC_ABI, functionName: 'balanceOf', args: [owner] });
  const [baseWallet, solanaWallet] = wallets.map(([, address = '']) => address);
  expect(await usdcOf(baseWallet as Address)).toBe(1_000_000_000n);
  expect(await usdcOf(settings.X402_PAY_TO_BASE as Address)).toBe(0n);

  const solana = createSolanaRpc(mainnet(settings.X402_SOLANA_RPC_URL ?? ''));
  const feePayer = await createKeyPairSignerFromBytes(base58.decode(settings.X402_SOLANA_SIGNER_KEY ?? ''));
  expect((await solana.getBalance(feePayer.address).send()).value).toBeGreaterThan(0n);
  const balanceOf = async (owner = '') =>
    (await solana.getTokenAccountBalance(await usdcAccountOf(owner as typeof feePayer.address)).send()).value.amount;
  expect(await balanceOf(solanaWallet)).toBe('1000000000');
  expect(await balanceOf(settings.X402_PAY_TO_SOLANA)).toBe('0');

  // Without a transaction.
  const block = await baseClient.getBlockNumber({ cacheTime: 0 });
  await vi.waitUntil(async () => (await baseClient.getBlockNumber({ cacheTime: 0 })) > block, { timeout: 10_000 });

  const file = join(dataDir, 'local-chains.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ settings });
  expect(statSync(file).mode & 0o777).toBe(0o600);

  started.kill('SIGTERM');
  expect(await once(started, 'exit')).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
  await expectEnded(settings);
});

it('ends with SIGTERM to the npm that has started it', async () => {
  const { started, settings } = await startCommand(BY_NPM);
  started.kill('SIGTERM');
  await once(started, 'exit');
  await expectEnded(settings);
});

it('leaves nothing behind when it is ended before it has started', async () => {
  const [program = '', ...args] = DIRECTLY;
  const started = spawn(program, [...args, ...FREE_PORTS], { stdio: ['ignore', 'pipe', 'ignore'] });
  child = started;
  const anvil = await untilAnvil(started.pid ?? 0);
  started.kill('SIGTERM');
  await once(started, 'exit');
  await vi.waitFor(() => expect(() => process.kill(anvil, 0)).toThrow('ESRCH'), { timeout: 10_000 });
});

async function expectEnded(settings: Record<string, string>): Promise<void> {
  for (const name of ['X402_BASE_RPC_URL', 'X402_SOLANA_RPC_URL']) {
    await expect(fetch(settings[name] ?? '', { method: 'POST' })).rejects.toThrow();
  }
}

/** The node that a process has started, once it has. */
async function untilAnvil(parent: number): Promise<number> {
  for (;;) {
    const { stdout } = spawnSync('pgrep', ['-P', String(parent), 'anvil'], { encoding: 'utf8' });
    const [first] = stdout.split('\n');
    if (first) return Number(first);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
