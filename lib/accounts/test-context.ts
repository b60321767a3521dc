import { newRequestId } from '../http/answer/headers';
import { newHoldId } from '../ledger/hold-id';
import { createTestAccount } from '../ledger/testing/test-account';
import { clock } from '../platform/clock';
import type { RunContext } from './caller';
import { LightController } from '../platform/stop/light-controller';

/** The context of one request of a new account with a balance. */
export async function makeContext(balanceNano: bigint, more: Partial<RunContext> = {}): Promise<RunContext> {
  const id = await createTestAccount(balanceNano);
  const requestId = newRequestId();
  const account = {
    id,
    role: 'member',
    email: 'test@example.com',
    tier: 'standard',
    pro: false,
    blocked: false,
    sessionVersion: 1,
  } as const;
  return {
    caller: { kind: 'session', account },
    client: { address: '127.0.0.1', direct: true },
    requestId,
    holdId: newHoldId(requestId, clock.now()),
    signal: new LightController().signal,
    metadata: {},
    arrivedAtMs: clock.now(),
    lease: null,
    ...more,
  };
}
