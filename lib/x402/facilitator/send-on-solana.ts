import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import type { Ask } from '../chain/node';
import type { Settlement } from './spec';

/** A signed transaction on its way. */
type Sending = {
  /** In base64, with all signatures. */
  transaction: string;
  transactionId: string;
  ask: Ask;
  signal: AbortSignal;
  pollMs: number;
};

/** After so many questions without an answer, the transaction is sent again: leaders drop some under load. */
const POLLS_PER_SEND = 8;

const Statuses = z.object({
  value: z.tuple([z.object({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable()]),
});

/**
 * Sends a transaction, again and again until it is confirmed: it is executed once however often it is sent. The node
 * simulates it before, so that one that would fail costs no fees.
 */
export async function sendOnSolana(sending: Sending): Promise<Settlement> {
  const { signal, pollMs, transactionId } = sending;
  const rejected = await send(sending, { skipPreflight: false, preflightCommitment: 'confirmed' });
  if (rejected !== null) return { isSettled: false, reason: rejected, isSent: false };
  for (let polls = 1; !signal.aborted; polls += 1) {
    const status = await statusOf(sending).catch(() => null);
    if (status?.isConfirmed) {
      return status.error === null
        ? { isSettled: true, transactionId }
        : { isSettled: false, reason: JSON.stringify(status.error), isSent: true };
    }
    if (polls % POLLS_PER_SEND === 0) await send(sending, { skipPreflight: true });
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
  return { isSettled: false, reason: 'not_confirmed_in_time', isSent: true };
}

/** @returns why the node has certainly not passed it on; null if it may have */
async function send({ ask, transaction }: Sending, options: object): Promise<string | null> {
  try {
    await ask({ method: 'sendTransaction', params: [transaction, { encoding: 'base64', ...options }] });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Error) || /AlreadyProcessed|already been processed/i.test(thrown.message)) return null;
    const isCertain = isFetchFailure(thrown) ? thrown.kind === 'connect' : thrown.name === 'RpcRefusal';
    return isCertain ? thrown.message : null;
  }
}

async function statusOf({ ask, transactionId }: Sending) {
  const { value } = Statuses.parse(await ask({ method: 'getSignatureStatuses', params: [[transactionId]] }));
  const [status] = value;
  if (status === null) return null;
  const isConfirmed = status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized';
  return { isConfirmed, error: status.err };
}
