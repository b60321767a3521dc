import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { credit } from '../credit';
import { hold } from '../hold';
import { release } from '../release';
import { settle } from '../settle';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import type { Hold, Receipt } from '../types';

/** How a request of the load ends: `above` settles for more than it held, `leave` never ends. */
type Ending = 'settle' | 'above' | 'release' | 'leave';

/** The input of a load: each request uses one of the orders and one of the endings. */
export type LoadPlan = {
  loops: number;
  ttlSeconds: number;
  orders: { accountId: string; keyId: string | null; maximumNano: bigint; minimumNano: bigint }[];
  endings: Ending[];
  /** Accounts that get credits at the same time. */
  credited: string[];
};

/** The messages of a load: what it is about to do, and, after the acknowledgment, what it did. */
export type LoadMessage =
  | { is: 'crediting' | 'credited'; entryId: string; amountNano: bigint }
  | { is: 'held'; hold: Hold }
  | { is: 'settling'; hold: Hold; costNano: bigint }
  | { is: 'settled'; hold: Hold; receipt: Receipt }
  | { is: 'releasing' | 'released'; hold: Hold }
  /** The load failed: `NOT_READY` if the database was killed. */
  | { is: 'failed'; why: string };

type Say = (message: LoadMessage) => void;

/** Loops of hold → (settle | settle above it | release | nothing), and credits, all concurrently and endlessly. */
export async function runLoad(plan: LoadPlan, say: Say): Promise<void> {
  const loop = async () => {
    for (;;) {
      const accountId = pick(plan.credited);
      if (accountId !== undefined && Math.random() < 0.25) await giveCredit(accountId, say);
      await request(plan, say);
    }
  };
  try {
    await Promise.all(Array.from({ length: plan.loops }, loop));
  } catch (error) {
    say({ is: 'failed', why: isApiError(error) ? error.code : String(error) });
    process.exit(0);
  }
}

async function giveCredit(accountId: string, say: Say): Promise<void> {
  const given = { entryId: newId(), amountNano: 1n + BigInt(Math.floor(Math.random() * 60)) };
  say({ is: 'crediting', ...given });
  await credit({ ...given, accountId, currency: 'USD', kind: 'TOP_UP' });
  say({ is: 'credited', ...given });
}

async function request({ orders, endings, ttlSeconds }: LoadPlan, say: Say): Promise<void> {
  const { accountId, ...order } = pick(orders) ?? raise('A load needs orders.');
  const made = await tryHold(testOrder(accountId, { ...order, ttlSeconds }));
  if (made === null) return;
  say({ is: 'held', hold: made });
  const ending = pick(endings);
  if (ending === 'leave') return;
  if (ending === 'release') {
    say({ is: 'releasing', hold: made });
    await release({ holdId: made.id });
    say({ is: 'released', hold: made });
    return;
  }
  const part = BigInt(Math.floor(Math.random() * 101));
  const costNano = ending === 'above' ? made.heldNano + 1n + part : (made.heldNano * part) / 100n;
  say({ is: 'settling', hold: made, costNano });
  const receipt = await settle({ hold: made, bill: testBill(costNano), record: testRecord() });
  say({ is: 'settled', hold: made, receipt });
}

async function tryHold(order: Parameters<typeof hold>[0]): Promise<Hold | null> {
  try {
    return await hold(order);
  } catch (error) {
    if (isApiError(error) && error.status === 402) return null;
    throw error;
  }
}

function pick<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

function raise(messages: string): never {
  throw new Error(messages);
}
