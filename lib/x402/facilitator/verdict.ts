import type { Verdict } from './spec';

/** What the codes of the x402 packages mean to a payer, by the end of the code. */
const MESSAGES: [RegExp, string][] = [
  [/insufficient_balance$/, 'The wallet has less USDC than the payment.'],
  [/valid_before$/, 'The payment has expired or is about to. Sign a new one.'],
  [/valid_after$/, 'The payment is not valid yet (validAfter).'],
  [/nonce_already_used$/, 'The nonce of the payment was used before. Sign a new one.'],
  [
    /eip6492_factory_not_allowed$/,
    'The wallet is a contract that is not deployed yet. Deploy it first, or use another one.',
  ],
  [/signature(_invalid)?$/, 'The signature is not one of this payment by the payer.'],
  [/excessive_signers$/, 'The transaction must have two signers: the payer, and the payer of the fees.'],
  [/(compute_(limit|price)_instruction_too_high|gas_too_high)$/, 'The fees of the payment would be too high.'],
  [
    /contract_wallets_paused$/,
    'Payments by contract wallets are paused for an hour, because many of them failed. Pay with a plain wallet.',
  ],
  [/(_instruction|instructions_length)$/, 'The transaction has instructions that are not part of a payment.'],
];

/** Errors of a simulated Solana transaction that a payer can do something about. */
const SIMULATIONS: [RegExp, string][] = [
  [/BlockhashNotFound/, 'The payment has expired. Sign a new one.'],
  [/AlreadyProcessed/, 'The transaction was executed before. Sign a new one.'],
  [/"InstructionError":\["?2"?,\{"Custom":"?1"?\}\]/, 'The wallet has less USDC than the payment.'],
];

const OTHERWISE = 'The payment would fail: its simulation on the network did.';

/**
 * A refusal in the words of a payer.
 * @param reason a code of the x402 packages
 * @param details what a simulation has reported
 */
export function refuse(reason: string, details = ''): Verdict {
  const found =
    MESSAGES.find(([code]) => code.test(reason)) ?? SIMULATIONS.find(([simulation]) => simulation.test(details));
  return { isValid: false, reason, message: found?.[1] ?? OTHERWISE };
}
