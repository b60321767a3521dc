import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { registerExactSvmScheme } from '@x402/svm/exact/facilitator';
import { createSolanaRpc, mainnet, type KeyPairSigner } from '@solana/kit';
import { createWalletClient, http, publicActions, type Hex, type VerifyTypedDataParameters } from 'viem';
import { nonceManager, privateKeyToAccount } from 'viem/accounts';
import { base as baseChain } from 'viem/chains';

/* Facilitators in this process, over the local chains. */

export const BASE = 'eip155:8453';
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const POLLING_MS = 20;

/** @param key of the account that pays for gas */
export function baseFacilitator(rpcUrl: string, key: Hex, confirmationTimeoutMs = 10_000): x402Facilitator {
  const account = privateKeyToAccount(key, { nonceManager });
  const transport = http(rpcUrl, { retryCount: 0 });
  const options = { account, chain: baseChain, transport, pollingInterval: POLLING_MS };
  const client = createWalletClient(options).extend(publicActions);
  // Its parameters are the same, but looser in the types of x402.
  const verifyTypedData = (signed: object) => client.verifyTypedData(signed as VerifyTypedDataParameters);
  const capabilities = { ...client, address: account.address, verifyTypedData };
  const signer = toFacilitatorEvmSigner(capabilities, { confirmationTimeoutMs });
  const facilitator = new x402Facilitator();
  registerExactEvmScheme(facilitator, { signer, networks: BASE });
  return facilitator;
}

/** @param feePayer pays the fees of all transactions */
export function solanaFacilitator(rpcUrl: string, feePayer: KeyPairSigner): x402Facilitator {
  const signer = toFacilitatorSvmSigner(feePayer, { [SOLANA]: createSolanaRpc(mainnet(rpcUrl)) });
  const facilitator = new x402Facilitator();
  registerExactSvmScheme(facilitator, { signer, networks: SOLANA });
  return facilitator;
}
