import { expect, test as base } from '../../support/clients';
import { send } from '../../support/fixtures';
import { admin } from '../../support/operator';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf, openWith } from './on-the-page';

/** New accounts start without the welcome credit. */
const test = base.extend<object, object>({
  environment: [({ environment }, use) => use({ ...environment, WELCOME_CREDIT_USD: '0' }), { scope: 'worker' }],
});

test('an answer that low credit cut short says so and what to do, and continues once credit is added', async ({
  page,
  farebox,
}) => {
  const person = await makePerson(farebox);
  await admin(farebox, 'credit', '--email', person.email, '--usd', '0.0005', '--reference', `${person.email}-first`);
  await openWith(page, 'brief', person);
  await send(page, 'Count to four.');
  const answer = answersOf(page);
  await expect(answer).toContainText('The answer ended because credit ran out');
  await expect(answer.getByTestId('credit-note')).toContainText('Top up, then continue the answer');
  const receipt = answer.getByRole('button', { name: /^Receipt: ended when credit ran out · .+ \$/ });
  await receipt.click();
  await expect(answer.getByRole('region', { name: 'Receipt' })).toContainText('Credit ran out');
  await expect(answer.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectAccessible(page);

  await admin(farebox, 'credit', '--email', person.email, '--usd', '1', '--reference', `${person.email}-second`);
  await expect(answer.getByTestId('credit-note')).toContainText('There is credit again.');
  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect(answer).toContainText('One, two, three and four.');
  await expect(answer).not.toContainText('credit ran out');
  await page.goto('/usage');
  await expect(page.getByRole('table', { name: 'Requests', exact: true })).toContainText('credit ran out');
});

test('without credit the chat says so, and continues once credit is added', async ({ page, farebox }) => {
  const person = await makePerson(farebox);
  const failure = answersOf(page).getByTestId('answer-failure');
  await openWith(page, 'demo', person);
  await send(page, 'Say hello.');
  await expect(failure).toContainText('Out of credit');
  await expect(failure).toContainText('Not charged.');
  await expectAccessible(page);
  await admin(farebox, 'credit', '--email', person.email, '--usd', '1', '--reference', person.email);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answersOf(page)).toContainText('You said: Say hello.');
  await expect(failure).toHaveCount(0);
});
