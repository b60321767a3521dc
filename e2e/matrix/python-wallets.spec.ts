import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeSamples } from '../../components/wallet/code/code-samples';
import { createBaseKeys, createSolanaKeys } from '../../scripts/chains/keys';
import { runPython, writeSamples } from '../support/samples';
import { readGuidePrograms } from '../support/wallets/guide-programs';
import { expect, test as base } from '../support/wallets/test-wallets';

/* The Python programs that the guide for wallets and the wallet page show, with the package of x402 as it is released. */

const run = promisify(execFile);

const PACKAGES = [
  'x402[evm,svm,requests,httpx,extensions]==2.25.0',
  ...['eth-account==0.13.7', 'web3==7.16.0', 'signinwithethereum==5.0.2'],
  ...['solana==0.39.0', 'solders==0.27.1', 'PyNaCl==1.6.2', 'requests==2.34.2', 'httpx==0.28.1'],
];
const INSTALL_MS = 10 * 60_000;
const RUN_MS = 2 * 60_000;

const FIVE_USDC = 5_000_000n;
const TEN_USDC = 10_000_000n;

/** A program of ours: the package's own extension answers the 402 of a chat with a signature. */
const withExtension = (api: string) => `
import asyncio
import os

from eth_account import Account
from solders.keypair import Keypair
from x402 import x402Client
from x402.extensions.sign_in_with_x import CreateSIWxClientExtensionOptions, create_siwx_client_extension
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.svm import KeypairSigner


async def chat(signer):
    client = x402Client()
    client.register_extension(create_siwx_client_extension(CreateSIWxClientExtensionOptions([signer])))
    async with x402HttpxClient(client, timeout=60) as http:
        answer = await http.post(
            "${api}/chat/completions",
            json={"model": "default", "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4},
        )
    print(answer.status_code, answer.headers.get("x-balance-remaining"))


asyncio.run(chat(EthAccountSigner(Account.from_key(os.environ["BASE_KEY"]))))
asyncio.run(chat(KeypairSigner(Keypair.from_base58_string(os.environ["SOLANA_KEY"]))))
`;

const test = base.extend<object, { python: string }>({
  python: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'farebox-python-'));
      await use(await installPackages(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: INSTALL_MS },
  ],
});

/** Creates a virtual environment with the packages. @returns its interpreter */
async function installPackages(folder: string): Promise<string> {
  const python = join(folder, 'bin', 'python');
  await run('python3', ['-m', 'venv', folder]).catch((error: unknown) => {
    throw new Error('These tests need python3 with its module venv (Debian: python3-venv).', { cause: error });
  });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  await run(python, pip, { timeout: INSTALL_MS }).catch((error: unknown) => {
    throw new Error(`These tests need pip and a package index with ${PACKAGES.join(', ')}.`, { cause: error });
  });
  return python;
}

test('the Python programs of the guide lead from a wallet without an account to a paid answer', async ({
  farebox,
  chains,
  python,
}, testInfo) => {
  test.setTimeout(RUN_MS);
  const programs = await readGuidePrograms(farebox.url, 'python');
  const wallets = { base: createBaseKeys(), solana: await createSolanaKeys() };
  await chains.base.fundUsdc(wallets.base.address, FIVE_USDC);
  await chains.solana.fundUsdc(wallets.solana.address, FIVE_USDC);
  for (const network of ['base', 'solana'] as const) {
    const { address, key } = wallets[network];
    const folder = testInfo.outputPath(network);
    writeSamples(folder, [{ page: network, language: 'python', code: programs[network] }]);
    const environment = { WALLET_KEY: key, SOLANA_RPC_URL: chains.solana.rpcUrl };
    const [ran] = await runPython(folder, environment, python);
    expect(ran?.ended, ran?.said).toBe(0);
    expect(ran?.said).toContain("'amountCredited': 5");
    expect(ran?.said).toContain(network === 'base' ? address.toLowerCase() : address);
    expect(ran?.said).toMatch(/^200 4\.9\d+ \{.*'object': 'chat\.completion'/m);
  }
  expect(await chains.base.usdcOf(wallets.base.address)).toBe(0n);
  expect(await chains.solana.usdcOf(wallets.solana.address)).toBe(0n);

  const folder = testInfo.outputPath('extension');
  const api = `${farebox.url.replace('127.0.0.1', 'localhost')}/api/v1`;
  writeSamples(folder, [{ page: 'extension', language: 'python', code: withExtension(api) }]);
  const keys = { BASE_KEY: wallets.base.key, SOLANA_KEY: wallets.solana.key };
  const [signed] = await runPython(folder, keys, python);
  expect(signed?.ended, signed?.said).toBe(0);
  expect(signed?.said).toMatch(/^200 4\.9\d+\n200 4\.9\d+\n$/);
});

test('the Python sample of the wallet page pays', async ({ farebox, chains, python }, testInfo) => {
  test.setTimeout(RUN_MS);
  const sample = codeSamples(farebox.url).find(({ value }) => value === 'python');
  const { address, key } = createBaseKeys();
  await chains.base.fundUsdc(address, TEN_USDC);
  const folder = testInfo.outputPath('page');
  writeSamples(folder, [{ page: 'wallet', language: 'python', code: sample?.code ?? '' }]);
  const [ran] = await runPython(folder, { WALLET_KEY: key }, python);
  expect(ran?.ended, ran?.said).toBe(0);
  expect(ran?.said).toContain("'amountCredited': 10");
  expect(await chains.base.usdcOf(address)).toBe(0n);
});
