import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseEther } from 'viem';
import { LOCAL_CHAINS_FILE } from '../lib/platform/settings/local-chains';
import { startBase, type LocalBase } from './chains/base';
import { createBaseKeys, createSolanaKeys, type Keys } from './chains/keys';
import { startSolana, type LocalSolana } from './chains/solana';
import { explainAndExit, say, stop as stopWith } from './steps/run.mjs';

/*
 * `npm run dev:chains`: a local Base and a local Solana, with fresh keys, for a Farebox server in development. Leaves the
 * server's settings in DATA_DIR, where a server with LOCAL_CHAINS=1 reads them, prints them, and runs until Ctrl-C. Nothing
 * is kept. The script in package.json begins with “exec”: otherwise npm's signals end the shell between them alone.
 */

const DEFAULT_PORTS = { base: 8545, solana: 8899 };
const WALLET_USDC = 1_000_000_000n;
/** Base makes a block so often. Anvil makes them for transactions alone: the expiry of a payment would never be final. */
const BLOCK_MS = 2_000;
const GAS_WEI = parseEther('10');
const GAS_LAMPORTS = 10_000_000_000n;
const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export type DevChains = {
  /** What a Farebox server needs. */
  settings: Record<string, string>;
  /** Wallets with USDC to pay with. */
  wallets: { base: Keys; solana: Keys };
  base: LocalBase;
  solana: LocalSolana;
  stop(): Promise<void>;
};

/**
 * Starts both chains and creates and funds their keys.
 * @param ports 0: a free one
 * @throws Error if a port is in use
 */
export async function startDevChains(ports: { base: number; solana: number }): Promise<DevChains> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(started.map((chain) => chain.stop()));
  };
  try {
    const base = await startBase({ port: ports.base });
    started.push(base);
    const solana = await startSolana({ port: ports.solana });
    started.push(solana);
    const onBase = await fundBase(base);
    const onSolana = await fundSolana(solana);
    const settings = {
      X402_PAY_TO_BASE: onBase.treasury,
      X402_PAY_TO_SOLANA: onSolana.treasury,
      X402_BASE_RPC_URL: base.rpcUrl,
      X402_SOLANA_RPC_URL: solana.rpcUrl,
      X402_BASE_SIGNER_KEY: onBase.signer.key,
      X402_SOLANA_SIGNER_KEY: onSolana.signer.key,
    };
    return { settings, wallets: { base: onBase.wallet, solana: onSolana.wallet }, base, solana, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fundBase(base: LocalBase) {
  const [signer, wallet, treasury] = [createBaseKeys(), createBaseKeys(), createBaseKeys()];
  for (const { address } of [signer, wallet]) await base.fundGas(address, GAS_WEI);
  await base.fundUsdc(wallet.address, WALLET_USDC);
  return { signer, wallet, treasury: treasury.address };
}

async function fundSolana(solana: LocalSolana) {
  const [signer, wallet, treasury] = [await createSolanaKeys(), await createSolanaKeys(), await createSolanaKeys()];
  for (const { address } of [signer, wallet]) await solana.fundSol(address, GAS_LAMPORTS);
  await solana.fundUsdc(wallet.address, WALLET_USDC);
  await solana.createUsdcAccount(treasury.address);
  return { signer, wallet, treasury: treasury.address };
}

/**
 * Writes the settings to DATA_DIR, for servers with LOCAL_CHAINS=1. Only this user can read them.
 * @returns removes them, unless other chains have replaced them
 */
export function leaveSettings({ settings }: Pick<DevChains, 'settings'>, dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, LOCAL_CHAINS_FILE);
  const text = `${JSON.stringify({ settings }, null, 2)}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
  return () => {
    if (readIfThere(file) === text) rmSync(file, { force: true });
  };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The text of a settings file; what is not a setting is a comment. */
export function toSettingsText({ settings, wallets }: DevChains): string {
  return [
    '# A server with LOCAL_CHAINS=1 and the same DATA_DIR uses these chains. Any other needs these settings:',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    '# Test wallets with 1,000 USDC each. Import no key of yours: what is signed here is valid on the real chains.',
    `# Base: ${wallets.base.address}, private key ${wallets.base.key}`,
    `# Solana: ${wallets.solana.address}, private key ${wallets.solana.key}`,
    '',
  ].join('\n');
}

function readPorts(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { 'base-port': { type: 'string' }, 'solana-port': { type: 'string' } },
  });
  const port = (name: keyof typeof values, fallback: number) => {
    const value = Number(values[name] ?? fallback);
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
    throw stopWith(`--${name} must be a port.`, 'Give a number from 0 (any free port) to 65535.');
  };
  return { base: port('base-port', DEFAULT_PORTS.base), solana: port('solana-port', DEFAULT_PORTS.solana) };
}

/** Lets Base make blocks without transactions too. */
function makeBlocks({ base }: DevChains): NodeJS.Timeout {
  return setInterval(() => void base.faults.mine().catch(() => undefined), BLOCK_MS);
}

async function main() {
  const ports = readPorts(process.argv.slice(2));
  const running: { chains?: DevChains; removeSettings?: () => void; blocks?: NodeJS.Timeout } = {};
  const end = () => {
    clearInterval(running.blocks);
    for (const signal of SIGNALS) process.off(signal, end);
    running.removeSettings?.();
    // Until they have started: what runs by then ends with this process.
    if (!running.chains) process.exit(0);
    running.chains.stop().catch(explainAndExit);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  running.chains = await startDevChains(ports);
  running.blocks = makeBlocks(running.chains);
  running.removeSettings = leaveSettings(running.chains, resolve(process.env.DATA_DIR || 'data'));
  process.stdout.write(toSettingsText(running.chains));
  const start = `LOCAL_CHAINS=1${process.env.DATA_DIR ? ` DATA_DIR=${process.env.DATA_DIR}` : ''} npm start`;
  say(`Both chains are running; start a server for them with: ${start}. Press Ctrl-C to end them.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main().catch(explainAndExit);
