import { expect, test as base } from '../../support/clients';
import { send } from '../../support/fixtures';
import { admin } from '../../support/operator';
import { makePerson } from '../../support/people';
import { seesNothingWrong } from '../../support/sees-nothing-wrong';
import { answersOf, openWith } from './on-the-page';

/** New accounts start without the welcome credit. */
const test = base.extend<object, object>({
  environment: [({ environment }, use) => use({ ...environment, WELCOME_CREDIT_USD: '0' }), { scope: 'worker' }],
});

test('without credit the chat says so, and continues once credit is added', async ({ page, farebox }) => {
  const person = await makePerson(farebox);
  const failure = answersOf(page).getByTestId('answer-failure');
  await openWith(page, 'demo', person);
  await send(page, 'Say hello.');
  await expect(failure).toContainText('Out of credit');
  await expect(failure).toContainText('Not charged.');
  await seesNothingWrong(page);
  await admin(farebox, 'credit', '--email', person.email, '--usd', '1', '--reference', person.email);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answersOf(page)).toContainText('You said: Say hello.');
  await expect(failure).toHaveCount(0);
});
