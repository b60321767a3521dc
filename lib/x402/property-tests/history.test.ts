import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { NETWORKS } from '../../core/wallet';
import { type Database, openDatabase } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { startTestNetworks, type TestNetworks } from '../test-networks';
import { CONFIRMATIONS, expectExact, finish, newWorld, play, type Step } from './test-world';

/** How many random histories are run on each database. */
const HISTORIES = 3 * Number(process.env.FAREBOX_ROUNDS ?? 1);
const HISTORY_MS = 120_000;
/** How many steps they have. */
const LENGTH = { minLength: 20, maxLength: 60, size: 'max' } as const;

const network = fc.constantFrom(...NETWORKS);
// Of the newest, mostly.
const which = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) });
const copies = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      ...{ do: fc.constant('sign'), network, payer: fc.nat(1) },
      cents: fc.integer({ min: 500, max: 2_000 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send'), which, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('abandon'), which, at: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('break'), network },
      how: fc.constantFrom('silent', 'blind', 'lose', 'drop'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mend'), network }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire'), network }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('front-run', 'undo'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile'), which, copies }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('work', 'restart') }) },
);

describe('random histories of payments credit exactly what the networks show', () => {
  let networks: TestNetworks;
  let opened: Database;
  let server: TestPostgres | undefined;

  const histories = fc.asyncProperty(fc.array(step, LENGTH), fc.boolean(), async (steps, expiresFirst) => {
    const world = await newWorld(networks);
    for (const each of steps) await play(world, each);
    await finish(world, expiresFirst);
    await expectExact(world);
  });
  // A history takes seconds, and a shorter one may not fail in the same way: the steps are reported as they are.
  const run = () => fc.assert(histories, { numRuns: HISTORIES, endOnFailure: true });

  async function open(database: Promise<Database>): Promise<void> {
    [opened, networks] = await Promise.all([database, startTestNetworks()]);
    settings().wallets.confirmations = CONFIRMATIONS;
    await makeTestAccount('owner@example.com');
  }
  async function close(): Promise<void> {
    await networks.stop();
    await opened.close();
  }

  describe('embedded', () => {
    beforeAll(() => open(openTestDatabase()));
    afterAll(close);
    it('whatever happens', run, HISTORIES * HISTORY_MS);
  });

  describe('PostgreSQL', () => {
    beforeAll(async () => {
      server = await startPostgres();
      await open(openDatabase({ databaseUrl: server.url, dataDir: '' }));
    });
    afterAll(async () => {
      await close();
      await server?.stop();
    });
    it('whatever happens', run, HISTORIES * HISTORY_MS);
  });
});
