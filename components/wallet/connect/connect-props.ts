import type { Network } from '@/lib/core/wallet';
import type { Rail } from '../payment-header';

/** A connected wallet. Its functions throw what the wallet or the server throws. */
export type UsableWallet = {
  name: string;
  address: string;
  /** Signs a payment, as the header `PAYMENT-SIGNATURE` carries it. */
  signPayment: (rail: Rail, amountUsd: number) => Promise<string>;
  /** Signs a text. The signature is hexadecimal on Base, base64 on Solana. */
  signMessage: (text: string) => Promise<string>;
};

/** The props of a network's wallets: what happens with the one that the person connects. */
export type ConnectProps = {
  network: Network;
  /** What is done with the connected wallet, e.g. `Paying with`. */
  purpose: string;
  /** What the button says, e.g. `Sign and pay $10.00`. */
  useLabel: string;
  isBusy?: boolean;
  onUse: (wallet: UsableWallet) => void;
};
