import { newRequestId } from '../http/answer/headers';
import { newHoldId } from '../ledger/hold-id';
import { createTestAccount } from '../ledger/testing/test-account';
import { clock } from '../platform/clock';
import { LightController } from '../platform/light-controller';
import type { RunContext } from './caller';

/** The context of one request of a new account with a balance. */
export async function makeContext(balanceNano: bigint, more: Partial<RunContext> = {}): Promise<RunContext> {
  return contextOf(await createTestAccount(balanceNano), more);
}

/** The context of one request of an account. */
export function contextOf(id: string, more: Partial<RunContext> = {}): RunContext {
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
