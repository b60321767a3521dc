import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, startEmbedded } from '../ledger/property-tests/test-machine';
import { findBalance } from '../ledger/read/balance/find-balance';
import { createTestAccount } from '../ledger/testing/test-account';
import { database, openDatabase } from '../platform/db';
import { startImageProcess } from './testing/test-image-process';
import { IMAGE_NANO } from './testing/test-image-service';

const ROUNDS = Number(process.env.FAREBOX_ROUNDS ?? 2);
const ROUND_MS = 120_000;
const CREDIT = 10n ** 15n;

describe('kill -9 amid paid generations', () => {
  let machine: Machine;
  let dataDir = '';
  let accountId = '';
  beforeAll(async () => {
    machine = await startEmbedded();
    ({ dataDir } = machine.location);
    const opened = await openDatabase({ dataDir });
    accountId = await createTestAccount(CREDIT);
    await opened.close();
  }, ROUND_MS);
  afterAll(() => machine.close());

  const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);
  it.each(rounds)(
    'round %i: each is charged once or not at all, and no image is unpaid',
    async () => {
      const drawing = startImageProcess({ dataDir, accountId });
      try {
        await drawing.waitForMessages(20 + Math.floor(Math.random() * 60));
        await sleep(Math.random() * 20);
      } finally {
        await drawing.kill();
      }
      const opened = await openDatabase({ dataDir });
      try {
        await machine.endHolds();
        const rows = await database().query<{ request_id: string; charged: bigint }>(
          'select request_id, charged_nano as charged from usage_record where account_id = $1',
          [accountId],
        );
        const chargedOf = new Map(rows.map(({ request_id: id, charged }) => [id, charged]));
        expect(chargedOf.size).toBe(rows.length);
        const asked = drawing.messages.flatMap((message) => (message.is === 'asked' ? [message.requestId] : []));
        const answered = drawing.messages.flatMap((message) => (message.is === 'answered' ? [message] : []));
        expect(answered.length).toBeGreaterThan(0);
        for (const { requestId, drawn } of answered) {
          expect(chargedOf.get(requestId), requestId).toBe(IMAGE_NANO * BigInt(drawn));
        }
        for (const id of asked) expect((chargedOf.get(id) ?? 0n) % IMAGE_NANO).toBe(0n);
        const charged = rows.reduce((sum, row) => sum + row.charged, 0n);
        expect((await findBalance(accountId)).usdNano).toBe(CREDIT - charged);
      } finally {
        await opened.close();
      }
    },
    ROUND_MS,
  );
});
