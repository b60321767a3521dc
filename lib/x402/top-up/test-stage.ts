import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes, generateKeyPairSigner } from '@solana/kit';
import { x402Client } from '@x402/core/client';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type LocalBase, startBase } from '../../../scripts/chains/base';
import { type LocalSolana, startSolana } from '../../../scripts/chains/solana';
import { makeTestAccount } from '../../accounts/test-accounts';
import { BASE, SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { X402_VERSION } from '../constants';
import { requirementsFor } from '../rails';

/** For tests: local chains, and this process configured to receive payments on both. */
export type Stage = {
  base: LocalBase;
  solana: LocalSolana;
  /** A new payer with USDC, and a header with which it pays. */
  sign(network: 'base' | 'solana', usd?: number, fundsMicro?: bigint): Promise<Signed>;
  /** What the receivers of both networks have, micro-USDC. */
  received(): Promise<bigint>;
  stop(): Promise<void>;
};

export type Signed = { header: string; payer: string };

const FUNDS_MICRO = 20_000_000_000n;

/** Starts both chains and sets the settings; needs an open database, in which it creates the owner. */
export async function openStage(): Promise<Stage> {
  const [base, solana] = await Promise.all([startBase(), startSolana()]);
  const payToBase = privateKeyToAccount(generatePrivateKey()).address;
  const payToSolana = (await generateKeyPairSigner()).address;
  const signerBase = generatePrivateKey();
  const signerSolana = await keyPair();
  await base.fundGas(privateKeyToAccount(signerBase).address, 10n ** 18n);
  await solana.fundSol(signerSolana.address, 1_000_000_000n);
  await solana.createUsdcAccount(payToSolana);
  Object.assign(settings().wallets, {
    signUp: 'open',
    payTo: { [BASE]: payToBase, [SOLANA]: payToSolana },
    rpcUrl: { [BASE]: base.rpcUrl, [SOLANA]: solana.rpcUrl },
    signerKey: { [BASE]: signerBase, [SOLANA]: signerSolana.secret },
  });
  await makeTestAccount('owner@example.com');
  const clients = {
    base: async (fundsMicro: bigint) => {
      const account = privateKeyToAccount(generatePrivateKey());
      await base.fundUsdc(account.address, fundsMicro);
      return {
        payer: account.address.toLowerCase(),
        client: new x402Client().register('eip155:*', new ExactEvmScheme(account)),
      };
    },
    solana: async (fundsMicro: bigint) => {
      const signer = await generateKeyPairSigner();
      await solana.fundUsdc(signer.address, fundsMicro);
      const scheme = new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl });
      return { payer: signer.address, client: new x402Client().register('solana:*', scheme) };
    },
  };
  return {
    base,
    solana,
    sign: async (network, usd = 5, fundsMicro = FUNDS_MICRO) => {
      const { payer, client } = await clients[network](fundsMicro);
      client.setSpendControls({ maxAmountPerPayment: '$20000' });
      const required = {
        x402Version: X402_VERSION,
        accepts: requirementsFor(usd),
        resource: { url: 'http://localhost/' },
      };
      const payload = await client.createPaymentPayload(required);
      return { payer, header: encodePaymentSignatureHeader(payload) };
    },
    received: async () => (await base.usdcOf(payToBase)) + (await solana.usdcOf(payToSolana)),
    stop: async () => {
      await Promise.all([base.stop(), solana.stop()]);
    },
  };
}

/** A key pair of Solana, and its text for the settings. */
async function keyPair(): Promise<{
  address: Awaited<ReturnType<typeof generateKeyPairSigner>>['address'];
  secret: string;
}> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { d = '', x = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  const { address } = await createKeyPairSignerFromBytes(bytes);
  return { address, secret: base58.encode(bytes) };
}
