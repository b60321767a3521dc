import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { type FareboxServer, startFarebox } from '../../e2e/support/server';
import { evmWallet, signInHeader, solanaWallet } from '../../lib/x402/siwx/test-wallets';
import { type DevChains, startDevChains } from '../../scripts/dev-chains';
import { makeKey } from '../gateway/subjects/account';
import { serviceFileOf } from '../gateway/subjects/service-file';
import { startUpstream } from '../gateway/upstream';
import { median } from '../report/median';

/** Requests of each caller; they take turns. */
const REQUESTS = 600;
const WARM_UP = 60;
const MODEL = 'answer-300';
const BODY = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hello' }] });
const TOP_UP_USD = 100;

/** The time of the same request by one caller, and how much longer than with a key it takes, milliseconds. */
export type RequestRow = { caller: string; p50Ms: number; addedMs: number };

type Caller = { name: string; headers: readonly Record<string, string>[] };

/** Sends the same paid request with a key and signed by wallets, in turn, on one connection each. */
export async function measureRequests(): Promise<RequestRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
  const upstream = await startUpstream(1);
  const chains = await startDevChains({ base: 0, solana: 0 });
  const env = { DATA_DIR: join(folder, 'data'), SERVICE_FILE: join(folder, 'service.yaml') };
  const noLimit = { rpm: 1_000_000_000, tpm: 1_000_000_000_000 };
  const file = JSON.parse(serviceFileOf(upstream.url)) as object;
  writeFileSync(
    env.SERVICE_FILE,
    JSON.stringify({ ...file, tiers: { standard: { text_XS: noLimit, text_S: noLimit } } }),
  );
  const server = await startFarebox({ ...env, ...chains.settings, EMBEDDED_MODELS: 'none', LOG_LEVEL: 'error' });
  try {
    // Wallets get accounts once the installation has one.
    const key = await makeKey(env);
    await payByBothWallets(server, chains);
    const callers = await prepareCallers(key, chains);
    return await takeTurns(server, callers);
  } finally {
    await server.stop();
    await chains.stop();
    await upstream.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives both wallets an account with credit. */
async function payByBothWallets(server: FareboxServer, { wallets, solana }: DevChains): Promise<void> {
  const client = () => new x402Client().setSpendControls({ maxAmountPerPayment: `$${TOP_UP_USD}` });
  const onBase = new ExactEvmScheme(privateKeyToAccount(wallets.base.key as `0x${string}`));
  const signer = await createKeyPairSignerFromBytes(base58.decode(wallets.solana.key));
  const onSolana = new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl });
  for (const payer of [client().register('eip155:*', onBase), client().register('solana:*', onSolana)]) {
    const url = `${server.url}/api/v1/x402/top-up?amountUsd=${TOP_UP_USD}`;
    const answer = await wrapFetchWithPayment(fetch, payer)(url, { method: 'POST' });
    if (answer.status !== 200) throw new Error(`A payment was answered with ${answer.status}: ${await answer.text()}`);
  }
}

/** Everything is signed beforehand: only the server's part is measured. */
async function prepareCallers(key: string, { wallets }: DevChains): Promise<Caller[]> {
  const count = WARM_UP + REQUESTS;
  const repeat = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const [base, solana] = [evmWallet(wallets.base.key as `0x${string}`), solanaWallet(wallets.solana.key)];
  return [
    { name: 'key', headers: Array(count).fill({ authorization: `Bearer ${key}` }) },
    { name: 'wallet on Base', headers: await repeat(async () => ({ 'sign-in-with-x': await signInHeader(base) })) },
    { name: 'wallet on Solana', headers: await repeat(async () => ({ 'sign-in-with-x': await signInHeader(solana) })) },
  ];
}

async function takeTurns(server: FareboxServer, callers: Caller[]): Promise<RequestRow[]> {
  const agents = callers.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const took = callers.map((): number[] => []);
  for (let at = 0; at < WARM_UP + REQUESTS; at += 1) {
    for (const [index, { headers }] of callers.entries()) {
      const startedAt = performance.now();
      await send(server, agents[index], headers[at] ?? {});
      if (at >= WARM_UP) took[index]?.push(performance.now() - startedAt);
    }
  }
  for (const agent of agents) agent.destroy();
  const [withKey = []] = took;
  return callers.map(({ name }, index) => ({
    caller: name,
    p50Ms: median(took[index] ?? []),
    addedMs: median(took[index] ?? []) - median(withKey),
  }));
}

function send(server: FareboxServer, agent: Agent | undefined, headers: Record<string, string>): Promise<void> {
  const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/v1/chat/completions`, { method: 'POST', agent, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (piece: Buffer) => (text += piece.toString()));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`A request was answered with ${answer.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(BODY);
  });
}
