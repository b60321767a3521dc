import { expect } from '@playwright/test';
import type pg from 'pg';
import type { Chain } from './payers';
import type { TwoServers } from './two-servers';

/*
 * Points in the life of a payment at which a server can be killed: the networks do not answer, or the database makes
 * it wait for a lock. Nothing in the server knows of them.
 */

/** A point at which the next payment stops. */
export type Stop = {
  name: string;
  /** Where a payment has it. */
  chains: Chain[];
  /** Before the payment is sent. */
  arm(servers: TwoServers, chain: Chain): Promise<void>;
  /** Resolves once the payment has stopped there. */
  reached(servers: TwoServers, chain: Chain): Promise<void>;
  /** After the kill: what the network has received, it carries out. */
  release(servers: TwoServers, chain: Chain): Promise<void>;
};

const BOTH: Chain[] = ['base', 'solana'];
const SEND = { base: 'eth_sendRawTransaction', solana: 'sendTransaction' };
/** Of the advisory lock for which a payment waits between its verification and its dispatch. */
const GATE = 4_711;
const CREATE_GATE = `
  create function test_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${GATE}); return new; end $$;
  create trigger test_gate before update on wallet_payment for each row
    when (old.state = 'verified' and new.state = 'settling') execute function test_gate();`;
const DROP_GATE = 'drop trigger test_gate on wallet_payment; drop function test_gate();';
/** Statements of killed servers would go on as soon as they get their lock. */
const END_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity
  where wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
const COUNT_WAITING = `select count(*)::int as count from pg_stat_activity
  where wait_event_type = 'Lock' and query like $1`;

/** Within a transaction, PostgreSQL shows the statements of its first look. */
const LOOK_ANEW = 'select pg_stat_clear_snapshot()';

const faultsOf = ({ chains }: TwoServers, chain: Chain) => chains[chain].faults;

/** How often a call was made when the stop was prepared. */
const callsBefore = new Map<string, number>();

/** A stop at a call to the network. @param kind whether it is carried out */
function atCall(name: string, methods: Record<Chain, string>, kind: 'hangNext' | 'holdNextAnswer'): Stop {
  return {
    name,
    chains: BOTH,
    arm: async (servers, chain) => {
      const faults = faultsOf(servers, chain);
      callsBefore.set(methods[chain], faults.callsOf(methods[chain]));
      faults[kind](methods[chain]);
    },
    reached: async (servers, chain) => {
      const before = callsBefore.get(methods[chain]);
      await expect.poll(() => faultsOf(servers, chain).callsOf(methods[chain])).not.toBe(before);
      await expect.poll(() => stateOf(servers.sql)).toBe('settling');
      // The call is carried out at once.
      if (kind === 'holdNextAnswer') await new Promise((resolve) => setTimeout(resolve, 200));
    },
    release: async (servers, chain) => faultsOf(servers, chain).clear(),
  };
}

async function stateOf(sql: pg.Client): Promise<string | undefined> {
  const { rows } = await sql.query<{ state: string }>(
    'select state from wallet_payment order by created_at desc limit 1',
  );
  return rows[0]?.state;
}

async function untilWaiting({ sql }: TwoServers, query: string): Promise<void> {
  const count = async () => {
    await sql.query(LOOK_ANEW);
    return (await sql.query<{ count: number }>(COUNT_WAITING, [query])).rows[0]?.count;
  };
  await expect.poll(count, { intervals: [20] }).toBeGreaterThan(0);
}

async function endWaiting({ sql }: TwoServers): Promise<void> {
  await sql.query(LOOK_ANEW);
  await sql.query(END_WAITING);
}

const verified: Stop = {
  name: 'verified',
  chains: BOTH,
  arm: async ({ sql }) => {
    await sql.query(CREATE_GATE);
    await sql.query('select pg_advisory_lock($1)', [GATE]);
  },
  reached: async (servers) => {
    // Until then the newest payment is an earlier one, and the workers may wait for each other's locks on it.
    await expect.poll(() => stateOf(servers.sql), { intervals: [20] }).toBe('verified');
    await untilWaiting(servers, '%wallet_payment%');
    expect(await stateOf(servers.sql)).toBe('verified');
  },
  release: async (servers) => {
    const { sql } = servers;
    await endWaiting(servers);
    await sql.query('select pg_advisory_unlock($1)', [GATE]);
    await sql.query(DROP_GATE);
  },
};

const unmined: Stop = {
  name: 'sent, and in no block yet',
  chains: ['base'],
  arm: ({ chains }) => chains.base.faults.pauseMining(),
  reached: async ({ chains, sql }) => {
    await expect.poll(async () => (await chains.base.client.getTxpoolStatus()).pending).toBe(1);
    expect(await stateOf(sql)).toBe('settling');
  },
  release: ({ chains }) => chains.base.faults.resumeMining(),
};

const sent = atCall('sent, and the answer not received', SEND, 'holdNextAnswer');

const beforeCredit: Stop = {
  ...sent,
  name: 'seen on its network, and not credited yet',
  reached: async (servers, chain) => {
    await sent.reached(servers, chain);
    const { sql } = servers;
    await sql.query('begin');
    await sql.query(`select 1 from wallet_payment where state = 'settling' for update`);
    faultsOf(servers, chain).clear();
    await untilWaiting(servers, `%'credited'%`);
  },
  release: async (servers) => {
    await endWaiting(servers);
    await servers.sql.query('rollback');
  },
};

/** All of them, in the order of a payment's life. */
export const STOPS: Stop[] = [
  verified,
  { ...atCall('settling, and not signed', { ...SEND, base: 'eth_getTransactionCount' }, 'hangNext'), chains: ['base'] },
  atCall('settling, and not received by the network', SEND, 'hangNext'),
  sent,
  unmined,
  beforeCredit,
];
