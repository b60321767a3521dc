import { expect, type Person } from './fixtures';
import { admin } from './operator';
import type { FareboxServer } from './server';

let people = 0;

/** Creates an account with the admin command and sets its password with the link. */
export async function makePerson(farebox: FareboxServer): Promise<Person> {
  people += 1;
  const person = { email: `person-${Date.now()}-${people}@example.com`, password: 'another long password' };
  const { resetLink } = await admin(farebox, 'account', 'create', '--email', person.email);
  const token = new URL((resetLink as { url: string }).url).searchParams.get('token');
  const set = await fetch(`${farebox.url}/api/console/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: person.password }),
  });
  expect(set.status).toBe(200);
  return person;
}
