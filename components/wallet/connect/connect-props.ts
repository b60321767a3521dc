import type { Rail } from '../payment-header';

/**
 * Asks the connected wallet to sign a payment.
 * @returns the payment as the header `PAYMENT-SIGNATURE` carries it, and who pays
 * @throws what the wallet or the server throws
 */
export type SignPayment = (amountUsd: number) => Promise<{ payment: string; payer: string }>;

/** The props of a network's wallets: where the payment goes, and what happens when the person wants to pay. */
export type ConnectProps = {
  rail: Rail;
  /** What the button says, e.g. `Sign and pay $10.00`. */
  payLabel: string;
  onPay: (wallet: string, sign: SignPayment) => void;
};
