import { BASE, type Network } from '../../core/wallet';
import { settings } from '../../platform/env';
import { nodeOf } from '../chain/node';
import { makeBaseFacilitator } from './own-base';
import { makeSolanaFacilitator } from './own-solana';
import { makeRemoteFacilitator } from './remote';
import type { Service } from './remote-call';
import type { Facilitator } from './spec';

/** Who carries out payments on a network: this process if it has a key, else the services. */
export function facilitatorFor(network: Network): Facilitator {
  const signerKey = settings().wallets.signerKey[network];
  if (signerKey === undefined) return makeRemoteFacilitator({ services: facilitatorServices() });
  const options = { node: nodeOf(network), signerKey };
  return network === BASE ? makeBaseFacilitator(options) : makeSolanaFacilitator(options);
}

/** The services of the settings. */
export function facilitatorServices(): Service[] {
  const { facilitatorUrls, facilitatorTokens = [] } = settings().wallets;
  return facilitatorUrls.map((url, index) => ({ url, token: facilitatorTokens[index] || undefined }));
}
