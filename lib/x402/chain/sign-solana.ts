import { base58, base64 } from '@scure/base';
import { SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { decodeTransaction } from '../payment/solana-transaction';
import { ownFeePayer } from '../rails';
import type { NotedPayment } from './noted-payment';

/**
 * Adds our signature to a transaction whose fees our key pays: it is the first one, and so it is the transaction's ID.
 * @param transaction in base64, signed by its payer
 * @param signerKey 64 bytes in base58
 */
export async function signSolana(
  transaction: string,
  signerKey: string,
): Promise<{ transaction: string; transactionId: string }> {
  const kit = await import('@solana/kit');
  const keys = await kit.createKeyPairFromBytes(base58.decode(signerKey));
  const decoded = kit.getTransactionDecoder().decode(base64.decode(transaction));
  const signed = await kit.partiallySignTransaction([keys], decoded);
  return {
    transaction: kit.getBase64EncodedWireTransaction(signed),
    transactionId: kit.getSignatureFromTransaction(signed),
  };
}

/**
 * The only ID that a payment's transaction can have, if our key pays its fees; null if others sign it, or if the signed
 * data is not kept. Whether it was sent does not matter, nor which ID was noted: nobody else can make this signature.
 */
export async function ownTransactionId({ key, payload }: NotedPayment): Promise<string | null> {
  const signerKey = settings().wallets.signerKey[SOLANA];
  if (signerKey === undefined || typeof payload !== 'object' || payload === null) return null;
  const { transaction } = payload as { transaction?: unknown };
  if (typeof transaction !== 'string') return null;
  const decoded = await decodeTransaction(transaction);
  if (decoded?.key !== key || decoded.message.staticAccounts[0] !== ownFeePayer()) return null;
  return (await signSolana(transaction, signerKey)).transactionId;
}
