import { ApiError } from '../../core/errors';
import { usdNumber } from '../../core/money';
import { BASE, USDC, USDC_DECIMALS } from '../../core/wallet';
import { settings } from '../../platform/env';
import { MIN_BALANCE_USD, MIN_TOP_UP_USD, SUGGESTED_TOP_UP_USD, X402_VERSION } from '../constants';
import { type Rail, rails, requirementsFor } from '../rails';
import { type Called, makeChallenge } from '../siwx/challenge';

const API = '/api/v1';
const TOP_UP = `${API}/x402/top-up`;

/**
 * The answer to a request without a credential: how to get one (docs/api-rules.md, "Requests without a credential").
 * While no network is configured, neither payment nor sign-in is offered.
 * @param isPayable whether the route can be paid for with a wallet's credit: else only the sign-in is offered
 */
export function paymentRequired(called: Called, isPayable: boolean): ApiError {
  const { publicOrigin: origin } = settings();
  const hasWallets = rails().length > 0;
  const requirements = {
    x402Version: X402_VERSION,
    error: 'Authentication required',
    resource: { url: `${origin}${called.path}`, description: 'Inference API', mimeType: 'application/json' },
    accepts: isPayable ? requirementsFor(SUGGESTED_TOP_UP_USD) : [],
    ...(hasWallets && { extensions: { 'sign-in-with-x': makeChallenge(called) } }),
  };
  const docs = `${origin}/docs/authentication`;
  const apiKey = { header: 'Authorization: Bearer <API_KEY>', getKey: `${origin}/keys`, docs };
  const x402Wallet = {
    header: 'SIGN-IN-WITH-X: <base64 sign-in>',
    legacyHeader: 'X-Sign-In-With-X: <base64 sign-in>',
    topUp: `${origin}${TOP_UP}`,
    docs: `${origin}/docs/wallets`,
  };
  return new ApiError('PAYMENT_REQUIRED', requirements.error, {
    body: { ...requirements, authOptions: { apiKey, ...(hasWallets && { x402Wallet }) } },
    headers: paymentHeader(requirements),
  });
}

/**
 * The answer to a wallet that has too little credit for a paid request (docs/api-rules.md, "Wallets"). While no network
 * is configured, it has no ways to pay, because a top-up would be refused.
 */
export function creditTooLow(called: Called, balanceNanoUsd: bigint): ApiError {
  const tooLow = `This wallet has less than ${MIN_BALANCE_USD.toFixed(2)} USD of credit.`;
  // Base, where both are configured.
  const [rail] = rails();
  const payment = rail && waysToAdd(rail, called);
  const message = rail
    ? `${tooLow} Add at least ${MIN_TOP_UP_USD} USD.`
    : `${tooLow} This service does not take payments by wallets yet.`;
  const body = {
    error: TOO_LOW,
    code: 'PAYMENT_REQUIRED',
    reason: 'insufficient_balance',
    message,
    currentBalanceUsd: usdNumber(balanceNanoUsd),
    minimumBalanceUsd: MIN_BALANCE_USD,
    ...payment?.body,
  };
  return new ApiError('PAYMENT_REQUIRED', message, { body, headers: payment?.headers });
}

const TOO_LOW = 'Payment required';

/** How a wallet adds credit: the members of the body, and the header for x402 clients. */
function waysToAdd({ network, payTo }: Rail, called: Called) {
  const { publicOrigin: origin } = settings();
  const challenge = makeChallenge(called);
  const body = {
    suggestedTopUpUsd: SUGGESTED_TOP_UP_USD,
    minimumTopUpUsd: MIN_TOP_UP_USD,
    supportedTokens: ['USDC'],
    supportedChains: rails().map((rail) => (rail.network === BASE ? 'base' : 'solana')),
    topUpInstructions: {
      step1: `POST ${origin}${TOP_UP} without a payment: the answer lists the ways to pay`,
      step2: 'Sign one entry of its accepts',
      step3: 'Send the same request with the signed payment in the header PAYMENT-SIGNATURE',
      receiverWallet: payTo,
      tokenAddress: USDC[network],
      tokenDecimals: USDC_DECIMALS,
      network,
      minimumAmountUsd: MIN_TOP_UP_USD,
    },
    siwxChallenge: challenge,
  };
  const requirements = {
    x402Version: X402_VERSION,
    error: TOO_LOW,
    resource: { url: `${origin}${TOP_UP}`, description: 'Credit of this wallet', mimeType: 'application/json' },
    accepts: requirementsFor(SUGGESTED_TOP_UP_USD),
    extensions: { 'sign-in-with-x': challenge },
  };
  return { body, headers: paymentHeader(requirements) };
}

/** The header of a 402 from which x402 clients read how to pay. */
export function paymentHeader(requirements: object): Record<string, string> {
  return {
    'payment-required': Buffer.from(JSON.stringify(requirements)).toString('base64'),
  };
}
