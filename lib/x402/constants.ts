/** Amounts of payments by wallets. */

/** The smallest and the largest payment, and the one that is suggested, USD. */
export const MIN_TOP_UP_USD = 5;
export const MAX_TOP_UP_USD = 10_000;
export const SUGGESTED_TOP_UP_USD = 10;
/** The credit with which a wallet is admitted to paid requests. */
export const MIN_BALANCE_USD = 0.1;
export const MIN_BALANCE_NANO_USD = 100_000_000n;
/** One USDC has this many units, on both networks. */
export const MICRO_PER_USD = 1_000_000;
/** How long a payment may take from its signature to the chain, seconds. */
export const MAX_TIMEOUT_SECONDS = 300;
/** What is kept of the reason that a node or a facilitator gives for a payment. */
export const MAX_REASON_CHARACTERS = 200;
/** The version of the x402 protocol that is spoken here. */
export const X402_VERSION = 2;
/** One millionth of a USD has this many nano-USD. */
export const NANO_PER_MICRO = 1_000n;
