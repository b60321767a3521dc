import { newId } from '../../core/ids';
import { database } from '../../platform/db';
import { log } from '../../platform/log';
import { stakeReader } from './evm-reader';
import type { StakeReader } from './reader';
import { setStake } from './set-stake';

/** How often all stakes are read again. */
const REFRESH_MS = 10 * 60_000;
/** How many accounts are looked up at once. */
const BATCH = 64;
/** How many reads run concurrently. */
const CONCURRENCY = 8;
/** Sorts before every account. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** An account whose stake is read from a wallet, as of its lookup. */
export type LinkedStake = { accountId: string; walletAddress: string; stakedNano: bigint };

/** The result of a round, in numbers of accounts. */
export type RefreshedStakes = { read: number; changed: number; failed: number };

/** The position in the cycle through all accounts: the next round begins after this ID. */
export type RoundPosition = { after: string };

/**
 * Reads all linked stakes now and every ten minutes, one round at a time, in the background. Does nothing if no reader
 * is configured. Several processes may do it concurrently.
 * @returns a `stop` that aborts the reads in progress and waits for them
 */
export function startStakeRefresh(reader: StakeReader | null = stakeReader()): { stop: () => Promise<void> } {
  if (reader === null) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const position = randomPosition();
  let round: Promise<void> | null = null;
  const begin = () => {
    round ??= refreshQuietly(reader, stopping.signal, position).finally(() => (round = null));
  };
  begin();
  const timer = setInterval(begin, REFRESH_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}

/**
 * Reads the stake of every account with a wallet and sets those that changed. An unreadable one stays unchanged. If a
 * whole batch is unreadable, the node counts as down, and the rest waits for the next round, which begins with it, so
 * that unreadable wallets do not block others.
 * @param position where the last round stopped, advanced by this one; random by default
 */
export async function refreshStakes(
  reader: StakeReader,
  signal?: AbortSignal,
  position: RoundPosition = randomPosition(),
): Promise<RefreshedStakes> {
  const total: RefreshedStakes = { read: 0, changed: 0, failed: 0 };
  const round: Round = { position, begin: position.after, wrapped: false };
  while (!signal?.aborted) {
    const batch = await nextBatch(round);
    const end = batch.at(-1);
    if (end === undefined) break;
    position.after = end.accountId;
    const { read, changed, failed } = await refreshBatch(batch, reader, signal);
    total.read += read;
    total.changed += changed;
    total.failed += failed;
    if (read === 0) break;
  }
  return total;
}

/**
 * Reads one account's stake and sets it if it changed.
 * @returns whether it changed; false also if the wallet or stake was set elsewhere in the meantime
 * @throws what the reader throws; the old stake stays
 */
export async function refreshStake(linked: LinkedStake, reader: StakeReader, signal?: AbortSignal): Promise<boolean> {
  const { accountId, walletAddress } = linked;
  const stakedNano = await reader(walletAddress, signal);
  if (stakedNano === linked.stakedNano) return false;
  return database().transaction(async (within) => {
    const unchanged = await within.query(
      `select 1 as one from ledger_stake
         where account_id = $1 and wallet_address = $2 and staked_nano = $3 for update`,
      [accountId, walletAddress, linked.stakedNano],
    );
    if (unchanged.length === 0) return false;
    await setStake({ accountId, stakedNano, walletAddress }, within);
    return true;
  });
}

/** Otherwise, a process that restarts often would begin with the same accounts each time. */
function randomPosition(): RoundPosition {
  return { after: newId() };
}

async function refreshQuietly(reader: StakeReader, signal: AbortSignal, position: RoundPosition): Promise<void> {
  try {
    const { changed } = await refreshStakes(reader, signal, position);
    if (changed > 0) log.info({ changed }, 'stakes changed');
  } catch (error) {
    log.warn({ err: error }, 'the stakes could not be refreshed and stay unchanged');
  }
}

async function refreshBatch(
  batch: LinkedStake[],
  reader: StakeReader,
  signal: AbortSignal | undefined,
): Promise<RefreshedStakes> {
  const waiting = [...batch];
  const failures: { accountId: string; err: unknown }[] = [];
  let read = 0;
  let changed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
      try {
        if (await refreshStake(next, reader, signal)) changed += 1;
        read += 1;
      } catch (error) {
        failures.push({ accountId: next.accountId, err: error });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  // One line for all of them: a node that is down must not flood the log.
  if (failures.length > 0 && !signal?.aborted) {
    log.warn(
      { failed: failures.length, read, ...failures[0] },
      'some stakes could not be refreshed and stay unchanged',
    );
  }
  return { read, changed, failed: failures.length };
}

/** Once through all accounts; `wrapped`: past the highest ID, continuing up to `begin`. */
type Round = { position: RoundPosition; begin: string; wrapped: boolean };

/** A full batch if the round has enough left, also across the highest ID: otherwise few failures would end a round. */
async function nextBatch(round: Round): Promise<LinkedStake[]> {
  const { position, begin, wrapped } = round;
  const behind = wrapped ? [] : await findLinked(position.after, null, BATCH);
  if (behind.length === BATCH) return behind;
  round.wrapped = true;
  return [...behind, ...(await findLinked(wrapped ? position.after : LOWEST_ID, begin, BATCH - behind.length))];
}

/** The next accounts with a wallet, ordered by ID. @param last the highest ID; null for no limit */
function findLinked(after: string, last: string | null, limit: number): Promise<LinkedStake[]> {
  return database().query<LinkedStake>(
    `select account_id as "accountId", wallet_address as "walletAddress", staked_nano as "stakedNano"
       from ledger_stake
       where wallet_address is not null and account_id > $1 and ($2::uuid is null or account_id <= $2)
       order by account_id limit $3`,
    [after, last, limit],
  );
}
