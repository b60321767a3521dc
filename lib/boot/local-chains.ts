import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SECOND_MS } from '../core/time';
import { BASE, NETWORKS, type Network, SOLANA } from '../core/wallet';
import type { Settings } from '../platform/env';
import { isLoopbackHost } from '../platform/network/host';
import { askNode } from '../platform/network/json-rpc';
import { LOCAL_CHAINS_FILE } from '../platform/settings/local-chains';
import { walletProblems, type WalletSettings, walletSettings, walletVariables } from '../platform/settings/wallets';

const CALL_MS = 5 * SECOND_MS;
const NAMES: Record<Network, string> = { [BASE]: 'Base', [SOLANA]: 'Solana' };

const Payments = z.object(walletVariables);
const Left = z.object({ settings: z.record(z.string(), z.string()) });

/**
 * Makes payments go to the local chains that `npm run dev:chains` runs with the same DATA_DIR. Does nothing without
 * `LOCAL_CHAINS`.
 * @param given the process's environment, for WALLET_SIGN_UP
 * @throws Error with a message for the operator if they are not running
 */
export async function useLocalChains(
  current: Pick<Settings, 'localChains' | 'dataDir' | 'wallets'>,
  given: Record<string, string | undefined>,
): Promise<void> {
  if (!current.localChains) return;
  const wallets = readLeft(current.dataDir, given.WALLET_SIGN_UP || undefined);
  for (const network of NETWORKS) await requireLocal(network, wallets.rpcUrl[network] ?? '', current.dataDir);
  current.wallets = wallets;
}

/** The settings that the command has left. */
function readLeft(dataDir: string, signUp: string | undefined): WalletSettings {
  const file = join(dataDir, LOCAL_CHAINS_FILE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`LOCAL_CHAINS=1 needs the local chains, and there is no ${file}. ${advice(dataDir)}`);
  }
  const left = Left.safeParse(parseJson(text)).data?.settings ?? {};
  const parsed = Payments.safeParse({ ...left, WALLET_SIGN_UP: signUp });
  const wallets = parsed.success && walletProblems(left).length === 0 ? walletSettings(parsed.data) : null;
  if (wallets && NETWORKS.every((network) => isWhole(wallets, network))) return wallets;
  throw new Error(`${file} is not as “npm run dev:chains” writes it. ${advice(dataDir)}`);
}

/** A receiver, and a node on this machine. */
function isWhole({ payTo, rpcUrl }: WalletSettings, network: Network): boolean {
  const url = rpcUrl[network];
  return payTo[network] !== undefined && url !== undefined && isLoopbackHost(new URL(url).hostname);
}

/** Only our own local chains know this method: a real node never gets a payment. */
async function requireLocal(network: Network, url: string, dataDir: string): Promise<void> {
  const node = { url, setting: LOCAL_CHAINS_FILE, callMs: CALL_MS };
  const isLocal = await askNode(node, { method: 'farebox_isLocalChain', params: [] }).catch(() => false);
  if (isLocal === true) return;
  throw new Error(
    `LOCAL_CHAINS=1 needs the local chains, and ${NAMES[network]} does not answer at ${url}. ${advice(dataDir)}`,
  );
}

const advice = (dataDir: string) =>
  `Run “npm run dev:chains” with the same DATA_DIR (${dataDir}), and leave it running.`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The start's line about test money; none without `LOCAL_CHAINS`. */
export function testMoneyLines({ localChains }: Pick<Settings, 'localChains'>): string[] {
  return localChains ? ['TEST MONEY is on (LOCAL_CHAINS=1): payments go to local chains and buy nothing real'] : [];
}
