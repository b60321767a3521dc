import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type Person } from './fixtures';
import { admin } from './operator';
import type { FareboxServer } from './server';

let people = 0;

/** Creates an account with the admin command and sets its password with the link. */
export async function makePerson(farebox: FareboxServer): Promise<Person> {
  people += 1;
  const person = { email: `person-${Date.now()}-${people}@example.com`, password: 'another long password' };
  const { resetLink } = await admin(farebox, 'account', 'create', '--email', person.email);
  const token = new URL((resetLink as { url: string }).url).searchParams.get('token');
  let set = await setPassword(farebox, token, person.password);
  if (set.status === 429) {
    // A fast machine may exceed the limit of ten links per minute per address: wait as `Retry-After` says.
    const waitMs = (Number(set.headers.get('retry-after')) + 1) * 1000;
    test.setTimeout(test.info().timeout + waitMs);
    await sleep(waitMs);
    set = await setPassword(farebox, token, person.password);
  }
  expect(set.status).toBe(200);
  return person;
}

const setPassword = (farebox: FareboxServer, token: string | null, password: string) =>
  fetch(`${farebox.url}/api/console/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
