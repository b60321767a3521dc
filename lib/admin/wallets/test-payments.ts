import { type Network, SOLANA } from '../../core/wallet';
import { newId } from '../../core/ids';
import { database } from '../../platform/db';
import { creditPayment } from '../../x402/top-up/credit-payment';
import { insertPayment, markFailed, type StoredPayment } from '../../x402/top-up/store';

/** For tests: the wallet that pays. */
export const PAYER = '0x2222222222222222222222222222222222222222';

/** For tests: an open payment for an account, which no process works on. */
export async function makePayment(
  accountId: string,
  { amountMicro = 5_000_000n, network = SOLANA }: { amountMicro?: bigint; network?: Network } = {},
): Promise<StoredPayment> {
  const stored = await insertPayment({
    ...{ network, key: newId(), payer: PAYER, payTo: 'receiver', amountMicro, accountId },
    ...{ payload: { signed: true }, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
  });
  if (!stored) throw new Error('The payment was not stored.');
  await database().query(`update wallet_payment set lease_until = now() - interval '1 second' where id = $1`, [
    stored.id,
  ]);
  return stored;
}

/** For tests: one that was credited. */
export async function makeCreditedPayment(accountId: string, amountMicro = 5_000_000n): Promise<StoredPayment> {
  const payment = await makePayment(accountId, { amountMicro });
  await creditPayment(payment, `transaction-${payment.id}`);
  return payment;
}

/** For tests: one that failed. */
export async function makeFailedPayment(accountId: string): Promise<StoredPayment> {
  const payment = await makePayment(accountId);
  await markFailed(payment.id, 'the blockhash has expired');
  return payment;
}
