import { NETWORKS, type Network } from '@/lib/core/wallet';

/**
 * A payment that a wallet has signed. It is kept from before it is sent until its outcome is known, so that every
 * attempt sends the same one: the network carries it out once.
 */
export type KeptPayment = {
  /** As in the header `PAYMENT-SIGNATURE`. */
  payment: string;
  network: Network;
  amountUsd: number;
  /** The paying wallet's address. */
  payer: string;
  signedAtMs: number;
};

const nameOf = (accountId: string) => `farebox-payment-${accountId}`;

/** The account's payment without a known outcome; null if there is none, or the browser stores nothing. */
export function readKept(accountId: string): KeptPayment | null {
  try {
    return parseKept(localStorage.getItem(nameOf(accountId)));
  } catch {
    return null;
  }
}

/**
 * Keeps a payment. Where another tab was faster, its payment is kept instead: the new one is never sent, so it costs
 * nothing.
 * @returns the payment that is kept now
 */
export function keepPayment(accountId: string, payment: KeptPayment): KeptPayment {
  const earlier = readKept(accountId);
  if (earlier) return earlier;
  try {
    localStorage.setItem(nameOf(accountId), JSON.stringify(payment));
  } catch {
    // It then lasts as long as this page.
  }
  return payment;
}

/** The outcome of a payment is known. */
export function forgetPayment(accountId: string, { payment }: KeptPayment): void {
  if (readKept(accountId)?.payment !== payment) return;
  try {
    localStorage.removeItem(nameOf(accountId));
  } catch {
    // Nothing is stored.
  }
}

/** Calls back when another tab keeps a payment of the account. @returns a function that stops it */
export function watchKept(accountId: string, onKept: (kept: KeptPayment) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    const kept = key === nameOf(accountId) ? parseKept(newValue) : null;
    if (kept) onKept(kept);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Reads what is stored; null for anything else. */
export function parseKept(text: string | null): KeptPayment | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<Record<keyof KeptPayment, unknown>> | null;
    const network = NETWORKS.find((known) => known === value?.network);
    const { payment, amountUsd, payer, signedAtMs } = value ?? {};
    if (typeof payment !== 'string' || typeof payer !== 'string' || network === undefined) return null;
    if (typeof amountUsd !== 'number' || typeof signedAtMs !== 'number') return null;
    return { payment, network, amountUsd, payer, signedAtMs };
  } catch {
    return null;
  }
}
