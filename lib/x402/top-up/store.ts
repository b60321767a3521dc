import { newId } from '../../core/ids';
import type { Network } from '../../core/wallet';
import { database, type Queryable } from '../../platform/db';

/** How long a payment is left to a process that has stopped renewing its lease: several times `RENEW_MS`. */
const LEASE = "interval '20 seconds'";

/** How many payments of one payer may be open: each is checked on its network until it ends. */
export const MAX_OPEN_PAYMENTS = 3;

/** When a credit is checked once more: payments can be carried out for less than that, if nobody asks for longer. */
const RECHECK_AFTER = "interval '10 minutes'";
/** Later, it is not checked anymore: no payment can be carried out for longer than a day. */
const RECHECK_WITHIN = "interval '2 days'";
/** The reason of a credited payment that its network has undone. */
const UNDONE = 'undone';
/** How long such payments count. */
const UNDONE_WITHIN = "interval '7 days'";

/** A payment as it is stored (`wallet_payment`). */
export type StoredPayment = {
  id: string;
  network: Network;
  /** What makes it unique on its network. */
  key: string;
  /** SHA-256 of what was signed, with its signature; null for payments before version 0005 of the database. */
  fingerprint: string | null;
  payer: string;
  payTo: string;
  amountMicro: bigint;
  /** The account that gets the credit; null for that of the payer. */
  accountId: string | null;
  state: 'verified' | 'settling' | 'credited' | 'failed';
  transactionId: string | null;
  /** The signed data; null once credited or failed. */
  payload: unknown;
  expiresAt: bigint;
  fromBlock: bigint;
  /** How often the worker has checked it without an outcome. */
  attempts: number;
  reason: string | null;
  createdAt: Date;
};

const COLUMNS = `
  id, network, payment_key as key, fingerprint, payer, pay_to as "payTo", amount_micro as "amountMicro",
  account_id as "accountId", state, transaction_id as "transactionId", payload, expires_at as "expiresAt",
  from_block as "fromBlock", attempts, reason, created_at as "createdAt"`;

/** A payment by what makes it unique; null if it was never verified here. */
export async function findPayment(network: Network, key: string): Promise<StoredPayment | null> {
  const [row] = await database().query<StoredPayment>(
    `select ${COLUMNS} from wallet_payment where network = $1 and payment_key = $2`,
    [network, key],
  );
  return row ?? null;
}

/** A payment by its ID. */
export async function findPaymentById(id: string): Promise<StoredPayment | null> {
  const [row] = await database().query<StoredPayment>(`select ${COLUMNS} from wallet_payment where id = $1`, [id]);
  return row ?? null;
}

/** The payments of an account, newest first. */
export function listPayments(accountId: string, limit: number): Promise<StoredPayment[]> {
  return database().query<StoredPayment>(
    `select ${COLUMNS} from wallet_payment where account_id = $1 order by created_at desc, id desc limit $2`,
    [accountId, limit],
  );
}

/** How many payments have not ended yet. */
export async function countOpenPayments(): Promise<number> {
  const [row] = await database().query<{ open: number }>(
    `select count(*)::int as open from wallet_payment where state in ('verified', 'settling')`,
  );
  return row?.open ?? 0;
}

/** A verified payment to be stored. */
export type NewPayment = Pick<
  StoredPayment,
  'network' | 'key' | 'fingerprint' | 'payer' | 'payTo' | 'amountMicro' | 'accountId' | 'expiresAt' | 'fromBlock'
> & { payload: object };

/** Thrown instead of storing a payment of a payer who has as many open ones as a payer may have. */
export class TooManyOpenPayments extends Error {}

/**
 * Stores a verified payment, which this process then works on. Those of one payer are stored one after the other, in all
 * processes, so that their number is exact.
 * @returns null if another request has stored it
 * @throws TooManyOpenPayments
 */
export function insertPayment(payment: NewPayment): Promise<StoredPayment | null> {
  const { network, key, payer } = payment;
  return database().transaction(async (within) => {
    await within.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`x402.payer ${payer}`]);
    // A statement of its own, after the lock: it sees what those before have stored.
    const [found] = await within.query<{ isKnown: boolean; open: number }>(
      `select exists (select from wallet_payment where network = $1 and payment_key = $2) as "isKnown",
         (select count(*)::int from wallet_payment where payer = $3 and state in ('verified', 'settling')) as open`,
      [network, key, payer],
    );
    if (found?.isKnown) return null;
    if (found && found.open >= MAX_OPEN_PAYMENTS) throw new TooManyOpenPayments();
    return store(payment, within);
  });
}

async function store(payment: NewPayment, within: Queryable): Promise<StoredPayment | null> {
  const { network, key, fingerprint, payer, payTo, amountMicro, accountId, expiresAt, fromBlock, payload } = payment;
  const [row] = await within.query<StoredPayment>(
    `insert into wallet_payment (id, network, payment_key, fingerprint, payer, pay_to, amount_micro, account_id, state,
         payload, expires_at, from_block, lease_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'verified', $9, $10, $11, now() + ${LEASE})
       on conflict do nothing
       returning ${COLUMNS}`,
    [
      ...[newId(), network, key, fingerprint, payer, payTo, amountMicro, accountId],
      ...[JSON.stringify(payload), expiresAt, fromBlock],
    ],
  );
  return row ?? null;
}

/**
 * Takes over a payment that no process works on.
 * @returns null if one does, or if the payment has ended
 */
export async function takeOver(id: string): Promise<StoredPayment | null> {
  const [row] = await database().query<StoredPayment>(
    `update wallet_payment set lease_until = now() + ${LEASE}, updated_at = now()
       where id = $1 and state in ('verified', 'settling') and lease_until < now()
       returning ${COLUMNS}`,
    [id],
  );
  return row ?? null;
}

/**
 * Payments on these networks that no process works on and that have not ended; this process takes them over. First comes
 * one of each payer, then a second one, and so on, and among these the longest waiting: whoever has many open payments
 * does not make others wait for them.
 */
export function takeOverDue(networks: readonly Network[], limit: number): Promise<StoredPayment[]> {
  return database().query<StoredPayment>(
    `update wallet_payment set lease_until = now() + ${LEASE}, updated_at = now()
       where id in (
         select due.id from wallet_payment due join (
             select id, row_number() over (partition by payer order by lease_until, id) as turn from wallet_payment
               where state in ('verified', 'settling') and lease_until < now() and network = any($2::text[])
           ) ranked using (id)
           where due.state in ('verified', 'settling') and due.lease_until < now()
           order by ranked.turn, due.lease_until limit $1 for update of due skip locked
       )
       returning ${COLUMNS}`,
    [limit, networks],
  );
}

/** Works on an open payment for longer. */
export async function renewLease(id: string): Promise<void> {
  await database().query(
    `update wallet_payment set lease_until = now() + ${LEASE} where id = $1 and state in ('verified', 'settling')`,
    [id],
  );
}

/**
 * Notes that the payment is about to be sent by this process: from now on its outcome is unknown until the chain shows it.
 * @returns false if it has ended: it must not be sent
 */
export async function noteSettling(id: string): Promise<boolean> {
  const rows = await database().query(
    `update wallet_payment set state = 'settling', lease_until = now() + ${LEASE}, updated_at = now()
       where id = $1 and state in ('verified', 'settling') returning 1 as open`,
    [id],
  );
  return rows.length === 1;
}

/** Notes the transaction before it is sent, so that it can be found after a crash. */
export async function noteTransaction(id: string, transactionId: string): Promise<void> {
  await database().query(
    `update wallet_payment set transaction_id = $2, updated_at = now() where id = $1 and state = 'settling'`,
    [id, transactionId],
  );
}

/**
 * Leaves a payment to the worker, which checks it again after so many seconds.
 * @param open.isCounted whether this check counts among its attempts
 */
export async function leaveOpen(
  id: string,
  { reason, forSeconds, isCounted }: { reason: string; forSeconds: number; isCounted: boolean },
): Promise<void> {
  await database().query(
    `update wallet_payment set lease_until = now() + make_interval(secs => $3), reason = $2, attempts = attempts + $4,
         updated_at = now()
       where id = $1 and state in ('verified', 'settling')`,
    [id, reason, forSeconds, isCounted ? 1 : 0],
  );
}

/** Ends a payment that can never be made anymore. @returns whether it was open */
export async function markFailed(id: string, reason: string): Promise<boolean> {
  const rows = await database().query(
    `update wallet_payment set state = 'failed', payload = null, reason = $2, updated_at = now()
       where id = $1 and state in ('verified', 'settling') returning 1 as failed`,
    [id, reason],
  );
  return rows.length === 1;
}

/**
 * Ends a payment that the chain shows, within the transaction that adds its credit.
 * @returns the account that it is for now; null if it was not open anymore
 */
export async function markCredited(
  within: Queryable,
  id: string,
  transactionId: string,
): Promise<Pick<StoredPayment, 'accountId'> | null> {
  const [row] = await within.query<Pick<StoredPayment, 'accountId'>>(
    `update wallet_payment set state = 'credited', payload = null, reason = null, transaction_id = $2,
         lease_until = now() + ${RECHECK_AFTER}, updated_at = now()
       where id = $1 and state in ('verified', 'settling') returning account_id as "accountId"`,
    [id, transactionId],
  );
  return row ?? null;
}

/**
 * Locks the open payments for the wallet's own account before that is locked, in the order of those that credit them:
 * `movePayments` then finds them.
 */
export async function lockOpenPayments(within: Queryable, walletAddress: string): Promise<void> {
  await within.query(
    `select 1 as locked from wallet_payment p join account a on a.id = p.account_id
       where a.wallet_address = $1 and p.state in ('verified', 'settling') order by p.id for update of p`,
    [walletAddress],
  );
}

/**
 * Moves the payments of an account that is being merged into another one there, also those that have not ended, except
 * one that was accepted just now and is being credited: that one follows its payer.
 */
export async function movePayments(within: Queryable, fromAccountId: string, toAccountId: string): Promise<void> {
  await within.query(
    `update wallet_payment set account_id = $2
       where id in (select id from wallet_payment where account_id = $1 for update skip locked)`,
    [fromAccountId, toAccountId],
  );
}

/** Credited payments that are to be checked once more, for which this process does so now. */
export function takeCreditsToRecheck(limit: number): Promise<StoredPayment[]> {
  return database().query<StoredPayment>(
    `update wallet_payment set lease_until = now() + ${RECHECK_AFTER}
       where id in (
         select id from wallet_payment
           where state = 'credited' and lease_until < now() and updated_at > now() - ${RECHECK_WITHIN}
           order by lease_until limit $1 for update skip locked
       )
       returning ${COLUMNS}`,
    [limit],
  );
}

/** Ends the checks of a credit. @param isUndone whether its network has undone the payment for good */
export async function markRechecked(id: string, isUndone: boolean): Promise<void> {
  await database().query(
    `update wallet_payment set lease_until = now() + ${RECHECK_WITHIN}, reason = $2 where id = $1 and state = 'credited'`,
    [id, isUndone ? UNDONE : null],
  );
}

/** How many of the last week's credited payments their networks have undone, by network. */
export function countUndoneCredits(): Promise<{ network: Network; count: number }[]> {
  return database().query<{ network: Network; count: number }>(
    `select network, count(*)::int as count from wallet_payment
       where state = 'credited' and reason = $1 and updated_at > now() - ${UNDONE_WITHIN}
         -- Always the later one of the two; by it, the index finds them among all credits.
         and lease_until > now() - ${UNDONE_WITHIN}
       group by network order by network`,
    [UNDONE],
  );
}
