import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, signIn, test } from '../support/fixtures';

const folder = mkdtempSync(join(tmpdir(), 'farebox-no-weights-'));

// Neither the hub nor pip is available: the port is closed, and no python3 is on the path.
test.use({
  environment: { MODELS_DIR: folder, HF_ENDPOINT: 'http://127.0.0.1:9', PATH: '/nonexistent' },
});

test('without a source of weights, startup and chat say which file to put where, and the rest works', async ({
  page,
  farebox,
}) => {
  const file = 'SmolLM2-135M-Instruct.Q4_1.gguf';
  const sha256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';
  for (const word of [file, sha256, folder]) expect(farebox.output()).toContain(word);
  const models = (await (await page.request.get('/api/v1/models')).json()) as { data: unknown[] };
  expect(models.data).toEqual([]);
  await signIn(page);
  const notice = page.getByTestId('missing-weights');
  for (const word of [file, sha256, folder]) await expect(notice).toContainText(word);
});
