import { rmSync } from 'node:fs';
import { expect, test } from '../../support/clients';
import { fillSignIn, OWNER, send } from '../../support/fixtures';
import { startFarebox } from '../../support/server';
import { answersOf, wordsIn } from './on-the-page';

test('the receipt of an answer whose server was killed completes by itself', async ({ browser, environment }) => {
  test.setTimeout(180_000);
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  const first = await startFarebox({ ...owner, ...environment });
  const { dataDir, url } = first;
  const page = await browser.newPage({ baseURL: url });
  await page.goto('/sign-in?next=%2Fchat%3Fmodel%3Dslow');
  await fillSignIn(page);
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName('Model: slow');
  await send(page, 'Say many words.');
  const answer = answersOf(page);
  await expect.poll(() => wordsIn(answer)).toBeGreaterThan(5);
  await first.kill();
  await expect(answer).toContainText('Connection lost');
  await expect(answer.getByTestId('receipt-line')).toContainText('charge pending');

  const again = await startFarebox({ ...owner, ...environment, DATA_DIR: dataDir, PORT: new URL(url).port });
  // Nobody asks: charges that were not settled are void after a crash.
  await expect(answer.getByTestId('receipt-line')).toContainText('interrupted · not charged', { timeout: 30_000 });
  await expect(answer.getByTestId('answer-failure')).toContainText('Not charged.');
  await page.close();
  await again.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
