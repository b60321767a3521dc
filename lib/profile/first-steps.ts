import { DAY_MS } from '../core/time';
import { findFirstUses } from '../ledger/read/history/find-first-uses';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import type { FirstSteps } from './contract';
import type { Person } from './person';

/** How long an account counts as new. */
const NEW_DAYS = 30;

/** Which of the first steps the caller's account has done. */
export async function findFirstSteps({ account: { id, role } }: Pick<Person, 'account'>): Promise<FirstSteps> {
  const [uses, [row]] = await Promise.all([
    findFirstUses(id),
    database().query<{ createdAt: Date; key: boolean; invite: boolean }>(STATEMENT, [id], { name: 'first_steps' }),
  ]);
  const ageMs = row ? clock.now() - row.createdAt.getTime() : Infinity;
  return {
    isNew: ageMs < NEW_DAYS * DAY_MS,
    chat: uses.chat,
    key: row?.key ?? false,
    request: uses.withKey,
    invite: role === 'owner' ? (row?.invite ?? false) : null,
  };
}

const STATEMENT = `
  select created_at as "createdAt",
    exists (select 1 from api_key where account_id = $1) as key,
    exists (select 1 from one_time_link where purpose = 'invite')
      or exists (select 1 from account where id <> $1) as invite
  from account where id = $1`;
