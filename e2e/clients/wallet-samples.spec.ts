import { join } from 'node:path';
import { codeSamples } from '../../components/wallet/code/code-samples';
import { createBaseKeys, createSolanaKeys } from '../../scripts/chains/keys';
import { checkTypes, runNode, runShell, writeSamples } from '../support/samples';
import { readGuidePrograms } from '../support/wallets/guide-programs';
import { expect, test } from '../support/wallets/test-wallets';

const LANGUAGES = { curl: 'bash', typescript: 'ts' } as const;

/** What the guide's programs pay. */
const FIVE_USDC = 5_000_000n;

test('the samples of the wallet page run: curl shows the ways to pay, and the package pays', async ({
  farebox,
  chains,
}, testInfo) => {
  test.setTimeout(120_000);
  const folder = testInfo.outputPath('samples');
  const samples = codeSamples(farebox.url).flatMap(({ value, code }) =>
    value === 'python' ? [] : [{ page: value, language: LANGUAGES[value], code }],
  );
  writeSamples(folder, samples);
  expect(await checkTypes(folder)).toBe('');

  const [curl] = await runShell(folder, {});
  expect(curl?.said).toContain('402 Payment Required');
  expect(curl?.said).toContain('"accepts"');
  const [node] = await runNode(folder, { WALLET_KEY: chains.wallets.base.key });
  expect(node?.said).toContain('amountCredited: 10');
  expect(node?.said).toContain(chains.wallets.base.address.toLowerCase());
});

test('the programs of the guide lead from a wallet without an account to a paid answer', async ({
  farebox,
  chains,
}, testInfo) => {
  test.setTimeout(180_000);
  const programs = await readGuidePrograms(farebox.url, 'ts');
  const wallets = { base: createBaseKeys(), solana: await createSolanaKeys() };
  await chains.base.fundUsdc(wallets.base.address, FIVE_USDC);
  await chains.solana.fundUsdc(wallets.solana.address, FIVE_USDC);
  for (const network of ['base', 'solana'] as const) {
    const { address, key } = wallets[network];
    const folder = testInfo.outputPath(join('guide', network));
    writeSamples(folder, [{ page: network, language: 'ts', code: programs[network] }]);
    expect(await checkTypes(folder), network).toBe('');
    const [ran] = await runNode(folder, { WALLET_KEY: key, SOLANA_RPC_URL: chains.solana.rpcUrl });
    expect(ran?.ended, ran?.said).toBe(0);
    expect(ran?.said).toContain('amountCredited: 5');
    expect(ran?.said).toContain(network === 'base' ? address.toLowerCase() : address);
    expect(ran?.said).toMatch(/^200 4\.9\d+ \{$/m);
    expect(ran?.said).toContain("object: 'chat.completion'");
  }
  expect(await chains.base.usdcOf(wallets.base.address)).toBe(0n);
  expect(await chains.solana.usdcOf(wallets.solana.address)).toBe(0n);
});
