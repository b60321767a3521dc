import { codeSamples } from '../../components/wallet/code/code-samples';
import { checkTypes, runNode, runShell, writeSamples } from '../support/samples';
import { expect, test } from '../support/wallets/test-wallets';

const LANGUAGES = { curl: 'bash', typescript: 'ts' } as const;

test('the samples of the wallet page run: curl shows the ways to pay, and the package pays', async ({
  farebox,
  chains,
}, testInfo) => {
  test.setTimeout(120_000);
  const folder = testInfo.outputPath('samples');
  const samples = codeSamples(farebox.url).flatMap(({ value, code }) =>
    value === 'python'
      ? []
      : [{ page: value, language: LANGUAGES[value], code: withKey(code, chains.wallets.base.key) }],
  );
  writeSamples(folder, samples);
  expect(await checkTypes(folder)).toBe('');

  const [curl] = await runShell(folder, '');
  expect(curl?.said).toContain('402 Payment Required');
  expect(curl?.said).toContain('"accepts"');
  const [node] = await runNode(folder, '');
  expect(node?.said).toContain('amountCredited: 10');
  expect(node?.said).toContain(chains.wallets.base.address.toLowerCase());
});

const withKey = (code: string, key: string) => code.replaceAll('process.env.WALLET_KEY', JSON.stringify(key));
