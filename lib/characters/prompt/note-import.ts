import { boundedCache, type BoundedCache } from '../../accounts/bounded-cache';
import { DAY_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';

/** Maximum imports that wait to be counted; further ones are counted at a later chat. */
const MAX_WAITING = 1_000;
const MAX_REMEMBERED = 20_000;

type Import = { characterId: string; accountId: string };
type State = { waiting: Map<string, Import>; counted: BoundedCache<true>; working: boolean };

const state = () =>
  processState<State>('characters.imports', () => ({
    waiting: new Map(),
    counted: boundedCache(MAX_REMEMBERED),
    working: false,
  }));

/**
 * Counts once that an account chats with a character. Runs in the background: the request never waits for it or fails.
 */
export function noteImport(one: Import): void {
  const { waiting, counted, working } = state();
  const name = `${one.characterId} ${one.accountId}`;
  if (counted.get(name) || waiting.has(name) || waiting.size >= MAX_WAITING) return;
  waiting.set(name, one);
  if (!working) void countWaiting();
}

/** Counts one after another. Never throws. */
async function countWaiting(): Promise<void> {
  const current = state();
  current.working = true;
  for (const [name, one] of current.waiting) {
    try {
      const now = new Date(clock.now());
      await database().query(COUNT, [one.characterId, one.accountId, now], { name: 'character_import' });
      current.counted.set(name, true, DAY_MS);
    } catch (error) {
      log.warn({ err: error, characterId: one.characterId }, 'an import of a character could not be counted');
    }
    current.waiting.delete(name);
  }
  current.working = false;
}

/** One statement, so that row and sum change together. It locks in the order of a deletion: account, character. */
const COUNT = `
  with live as materialized (
    select a.id from account a where a.id = $2::uuid and a.deleted_at is null for key share
  ), imported as (
    insert into character_import (character_id, account_id, created_at)
    select c.id, live.id, $3::timestamptz from live, "character" c where c.id = $1::uuid
    on conflict do nothing
    returning character_id)
  update "character" set import_count = import_count + 1 where id = (select character_id from imported)`;
