import { MINUTE_MS, SECOND_MS } from '../core/time';
import { BASE, NETWORKS } from '../core/wallet';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { checkStart, type StartCheck } from '../x402/chain/check-start';
import { recheckCredits } from '../x402/top-up/recheck-credits';
import { workOnPayments } from '../x402/top-up/worker';
import { every } from './every';

/** How often what payments need is checked again: the keys that pay fees run empty, and nodes go away. */
const CHECK_MS = 10 * MINUTE_MS;
/** How often payments that have not ended are looked for. */
const PAYMENTS_MS = 3 * SECOND_MS;
/** How long the start's lines wait for the first check. */
const PATIENCE_MS = 3 * SECOND_MS;

/** The last check of what payments by wallets need. */
export type WalletChecks = { checks: StartCheck[]; atMs: number | null };

/**
 * Goes on with payments that have not ended, on each network by itself: a node that hangs does not delay the others. Also
 * while the fee payer of a facilitator is not known yet, and after the receiver was removed. Does nothing where no node
 * is set.
 * @returns functions that stop it
 */
export function watchPayments({ wallets }: Pick<Settings, 'wallets'>, pauseMs = PAYMENTS_MS): (() => void)[] {
  if (!hasWalletNode({ wallets })) return [];
  return NETWORKS.map((network) => every(pauseMs, () => workOnPayments([network]), 'payments could not be checked'));
}

/** Whether payments that were accepted can be followed: without a receiver, no new ones are. */
function hasWalletNode({ wallets }: Pick<Settings, 'wallets'>): boolean {
  return Object.values(wallets.rpcUrl).some((url) => url !== undefined);
}

/** The last check; empty before the first one, and where no receiver is set. */
export function walletChecks(): WalletChecks {
  return processState('boot.wallet-checks', () => ({ checks: [], atMs: null }));
}

/**
 * Checks what payments by wallets need, now and every ten minutes; what is wrong is in the log, once until it changes.
 * Does nothing where no node is set.
 * @returns a function that stops it
 */
export function watchWallets({ wallets }: Pick<Settings, 'wallets'>, signal: AbortSignal): () => void {
  if (!hasWalletNode({ wallets })) return () => undefined;
  let known = '';
  const check = async (): Promise<void> => {
    const started = await checkStart(signal);
    // At once: checking credits takes long where a node hangs.
    publish(started);
    publish([...started, ...(await recheckCredits(signal))]);
  };
  const publish = (checks: StartCheck[]): void => {
    Object.assign(walletChecks(), { checks, atMs: clock.now() });
    const problems = checks.filter(({ ok }) => !ok);
    const now = JSON.stringify(problems);
    if (now !== known) for (const { network, message } of problems) log.warn({ network }, `payments: ${message}`);
    known = now;
  };
  firstCheck().done = check().catch((error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'what payments need could not be checked');
  });
  return every(CHECK_MS, check, 'what payments need could not be checked');
}

function firstCheck(): { done: Promise<void> } {
  return processState('boot.wallet-check', () => ({ done: Promise.resolve() }));
}

/** The start's lines about payments: on which networks, and what is wrong. */
export async function walletLines({ wallets }: Pick<Settings, 'wallets'>): Promise<string[]> {
  const networks = Object.entries(wallets.payTo).filter(([, receiver]) => receiver !== undefined);
  if (networks.length === 0) return [];
  const names = networks.map(([network]) => (network === BASE ? 'Base' : 'Solana'));
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((done) => (timer = setTimeout(done, PATIENCE_MS)));
  await Promise.race([firstCheck().done, patience]);
  clearTimeout(timer);
  const problems = walletChecks().checks.filter(({ ok }) => !ok);
  return [`Wallets pay with USDC on ${names.join(' and ')}`, ...problems.map(({ message }) => `! ${message}`)];
}
