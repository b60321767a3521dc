import { base58 } from '@scure/base';
import { address, generateKeyPairSigner } from '@solana/kit';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type LocalBase, startBase } from '../../scripts/chains/base';
import { type LocalSolana, startSolana } from '../../scripts/chains/solana';
import { BASE, type Network, SOLANA } from '../core/wallet';
import { settings } from '../platform/env';
import { X402_VERSION } from './constants';
import { type Payment, parsePayment, requirementsOf } from './payment/payment';
import { type PaymentRequirements, rails, requirementsOn } from './rails';

/**
 * For tests: a local Base and a local Solana, and settings by which payments are received on them. All keys are new,
 * because what is signed for them is valid on the real networks too.
 */
export type TestNetworks = {
  base: LocalBase;
  solana: LocalSolana;
  /** Millionths of a USDC that the receiver has. */
  received(network: Network): Promise<bigint>;
  /** A new payer with USDC; default: 100. */
  payer(network: Network, fundsMicro?: bigint): Promise<TestPayer>;
  stop(): Promise<void>;
};

/** A wallet with USDC. */
export type TestPayer = {
  /** Lowercase on Base. */
  address: string;
  balance(): Promise<bigint>;
  /** The header of a payment in the layout of version 2, made by the x402 client. */
  header(amountMicro?: bigint, requirements?: Partial<PaymentRequirements>): Promise<string>;
  /** The same, as parsed. */
  pay(amountMicro?: bigint): Promise<{ payment: Payment; requirements: PaymentRequirements }>;
};

const FUNDS = 100_000_000n;
const FIVE_USDC = 5_000_000n;

/** Starts both networks and changes the settings. */
export async function startTestNetworks(): Promise<TestNetworks> {
  const [base, solana] = await Promise.all([startBase(), startSolana({ slotMs: 0 })]);
  const restoreFetch = repairFetch();
  const [baseKey, solanaKey] = [generatePrivateKey(), await newSolanaKey()];
  const payTo = { [BASE]: privateKeyToAccount(generatePrivateKey()).address, [SOLANA]: (await newSolanaKey()).address };
  settings().wallets = {
    ...{ signUp: 'open', payTo, facilitatorUrls: [], confirmations: 1 },
    rpcUrl: { [BASE]: base.rpcUrl, [SOLANA]: solana.rpcUrl },
    signerKey: { [BASE]: baseKey, [SOLANA]: solanaKey.secret },
  };
  await base.fundGas(privateKeyToAccount(baseKey).address, 10n ** 18n);
  await solana.fundSol(address(solanaKey.address), 10n ** 9n);
  await solana.createUsdcAccount(address(payTo[SOLANA]));
  return {
    ...{ base, solana },
    received: (network) => (network === BASE ? base.usdcOf(payTo[BASE]) : solana.usdcOf(address(payTo[SOLANA]))),
    payer: (network, fundsMicro) =>
      network === BASE ? newEvmPayer(base, undefined, fundsMicro) : newSolanaPayer(solana, fundsMicro),
    stop: async () => {
      restoreFetch();
      await Promise.all([base.stop(), solana.stop()]);
    },
  };
}

/** A payer on Base. @param account default: a new one */
export async function newEvmPayer(
  base: LocalBase,
  account: Pick<PrivateKeyAccount, 'address' | 'signTypedData'> = privateKeyToAccount(generatePrivateKey()),
  fundsMicro = FUNDS,
): Promise<TestPayer> {
  await base.fundUsdc(account.address, fundsMicro);
  const signTypedData = (data: object) =>
    account.signTypedData(data as Parameters<PrivateKeyAccount['signTypedData']>[0]);
  const scheme = new ExactEvmScheme({ address: account.address, signTypedData });
  return payerOf(BASE, account.address.toLowerCase(), scheme, () => base.usdcOf(account.address));
}

async function newSolanaPayer(solana: LocalSolana, fundsMicro = FUNDS): Promise<TestPayer> {
  const signer = await generateKeyPairSigner();
  await solana.fundUsdc(signer.address, fundsMicro);
  const scheme = new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl });
  return payerOf(SOLANA, signer.address, scheme, () => solana.usdcOf(signer.address));
}

type Scheme = Pick<ExactEvmScheme | ExactSvmScheme, 'createPaymentPayload'>;

function payerOf(network: Network, address: string, scheme: Scheme, balance: () => Promise<bigint>): TestPayer {
  const header: TestPayer['header'] = async (amountMicro = FIVE_USDC, more = {}) => {
    const rail = rails().find((known) => known.network === network);
    if (rail === undefined) throw new Error(`${network} is not configured.`);
    const accepted = { ...requirementsOn(rail, amountMicro), ...more };
    const { payload } = await scheme.createPaymentPayload(X402_VERSION, accepted);
    return toHeader({ x402Version: X402_VERSION, accepted, payload });
  };
  const pay = async (amountMicro?: bigint) => {
    const payment = await parsePayment(await header(amountMicro));
    return { payment, requirements: requirementsOf(payment) };
  };
  return { address, balance, header, pay };
}

/**
 * The Solana client sets the header `content-length` by itself, and Node's fetch a second time. The undici that we use
 * elsewhere becomes Node's too, and refuses that. @returns undoes it
 */
function repairFetch(): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (url, options) => {
    const headers = new Headers(options?.headers);
    headers.delete('content-length');
    return fetch(url, { ...options, headers });
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

/** The header of a payment's JSON. */
export function toHeader(json: unknown): string {
  return Buffer.from(JSON.stringify(json)).toString('base64');
}

async function newSolanaKey(): Promise<{ address: string; secret: string }> {
  const { privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { d = '', x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const [secret, open] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  return { address: base58.encode(open), secret: base58.encode(Buffer.concat([secret, open])) };
}
