import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalBase, startBase } from '../../scripts/chains/base';
import { startRpcServer } from '../../scripts/chains/rpc-server';
import { type LocalSolana, startSolana } from '../../scripts/chains/solana';
import { BASE, SOLANA } from '../core/wallet';
import { readSettings } from '../platform/env';
import { readOperatorFile } from './assemble';
import { testMoneyLines, useLocalChains } from './local-chains';

let base: LocalBase;
let solana: LocalSolana;
let dataDir: string;
beforeAll(async () => {
  [base, solana] = await Promise.all([startBase(), startSolana({ slotMs: 0 })]);
});
afterAll(() => Promise.all([base.stop(), solana.stop()]));
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'farebox-local-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const file = () => join(dataDir, 'local-chains.json');
const left = (changes: Record<string, string | undefined> = {}) => ({
  X402_PAY_TO_BASE: `0x${'1'.repeat(40)}`,
  X402_PAY_TO_SOLANA: '2'.repeat(40),
  X402_BASE_RPC_URL: base.rpcUrl,
  X402_SOLANA_RPC_URL: solana.rpcUrl,
  X402_BASE_SIGNER_KEY: `0x${'3'.repeat(64)}`,
  X402_SOLANA_SIGNER_KEY: '4'.repeat(87),
  ...changes,
});
const leave = (settings: object) => writeFileSync(file(), JSON.stringify({ settings }));
const current = () => readSettings({ LOCAL_CHAINS: '1', DATA_DIR: dataDir });
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const advice = () => `Run “npm run dev:chains” with the same DATA_DIR (${dataDir}), and leave it running.`;

describe('a server with LOCAL_CHAINS', () => {
  it('takes the settings of payments that the running chains have left', async () => {
    leave(left());
    const settings = current();
    await useLocalChains(settings, {});
    expect(settings.wallets).toMatchObject({
      signUp: 'open',
      payTo: { [BASE]: `0x${'1'.repeat(40)}`, [SOLANA]: '2'.repeat(40) },
      rpcUrl: { [BASE]: base.rpcUrl, [SOLANA]: solana.rpcUrl },
      signerKey: { [BASE]: `0x${'3'.repeat(64)}`, [SOLANA]: '4'.repeat(87) },
      facilitatorUrls: [],
    });
    await useLocalChains(settings, { WALLET_SIGN_UP: 'closed' });
    expect(settings.wallets.signUp).toBe('closed');
    expect(testMoneyLines(settings)).toEqual([expect.stringContaining('TEST MONEY is on')]);
  });

  it('does not start without them', async () => {
    expect(await messageOf(useLocalChains(current(), {}))).toBe(
      `LOCAL_CHAINS=1 needs the local chains, and there is no ${file()}. ${advice()}`,
    );
  });

  it.each([
    ['no JSON', () => '{'],
    ['without settings', () => '{}'],
    ['with a missing node', () => JSON.stringify({ settings: left({ X402_SOLANA_RPC_URL: undefined }) })],
    ['with a missing key', () => JSON.stringify({ settings: left({ X402_BASE_SIGNER_KEY: undefined }) })],
    ['with a bad value', () => JSON.stringify({ settings: left({ X402_PAY_TO_BASE: '0x1' }) })],
    ['elsewhere', () => JSON.stringify({ settings: left({ X402_BASE_RPC_URL: 'http://192.168.1.5:8545' }) })],
  ])('does not start with a file that is %s', async (_what, text) => {
    writeFileSync(file(), text());
    expect(await messageOf(useLocalChains(current(), {}))).toBe(
      `${file()} is not as “npm run dev:chains” writes it. ${advice()}`,
    );
  });

  it('does not start while they do not run, or something else listens', async () => {
    const gone = await startRpcServer(() => true);
    await gone.stop();
    leave(left({ X402_SOLANA_RPC_URL: gone.url }));
    expect(await messageOf(useLocalChains(current(), {}))).toBe(
      `LOCAL_CHAINS=1 needs the local chains, and Solana does not answer at ${gone.url}. ${advice()}`,
    );
    const real = await startRpcServer((method) => (method === 'eth_chainId' ? '0x2105' : null));
    leave(left({ X402_BASE_RPC_URL: real.url }));
    expect(await messageOf(useLocalChains(current(), {}))).toBe(
      `LOCAL_CHAINS=1 needs the local chains, and Base does not answer at ${real.url}. ${advice()}`,
    );
    await real.stop();
  });

  it('serves no file with providers', async () => {
    const serviceFile = join(dataDir, 'service.yaml');
    const models = 'models: [{ id: m, upstreams: [{ provider: p, model: m }], price: { input: "1", output: "2" } }]';
    writeFileSync(
      serviceFile,
      `providers: { p: { kind: openai-compatible, base_url: http://127.0.0.1:9/v1 } }\n${models}`,
    );
    expect(await messageOf(readOperatorFile({ serviceFile, localChains: true }))).toBe(
      `LOCAL_CHAINS=1 serves embedded models only: remove the providers (p) from the service file ${serviceFile}, or set another SERVICE_FILE.`,
    );
    expect(await readOperatorFile({ serviceFile, localChains: false })).toMatchObject({ providers: [{ id: 'p' }] });
    writeFileSync(serviceFile, models.replace('provider: p', 'provider: embedded'));
    expect(await readOperatorFile({ serviceFile, localChains: true })).toMatchObject({ providers: [] });
  });
});

it('a server without LOCAL_CHAINS takes nothing from the file', async () => {
  leave(left());
  const settings = readSettings({ DATA_DIR: dataDir });
  await useLocalChains(settings, {});
  expect(settings.wallets.payTo).toEqual({ [BASE]: undefined, [SOLANA]: undefined });
  expect(testMoneyLines(settings)).toEqual([]);
});
