import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSigner } from '@solana/kit';
import type { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { baseFacilitator, solanaFacilitator } from '../../../scripts/chains/test-payments';
import { BASE } from '../../core/wallet';
import type { TestNetworks } from '../test-networks';

/** What a service does instead of its work; `work` does it. */
type Fault = (response: ServerResponse, work: () => Promise<void>) => unknown;

/** A facilitator over HTTP, as others run them, with the local networks. */
export type TestService = {
  url: string;
  feePayer: string;
  /** The paths that were called, in their order. */
  calls: string[];
  /** The values of the header `authorization`. */
  credentials: (string | undefined)[];
  /** Breaks a path until `repair`. */
  break(path: string, fault: Fault): void;
  repair(): void;
  stop(): Promise<void>;
};

/** Starts a service with new keys. */
export async function startTestService({ base, solana }: TestNetworks): Promise<TestService> {
  const [key, feePayer] = [generatePrivateKey(), await generateKeyPairSigner()];
  await base.fundGas(privateKeyToAccount(key).address, 10n ** 18n);
  await solana.fundSol(feePayer.address, 10n ** 9n);
  const facilitators = [baseFacilitator(base.rpcUrl, key), solanaFacilitator(solana.rpcUrl, feePayer)];
  const faults = new Map<string, Fault>();
  const service = { calls: [] as string[], credentials: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    service.calls.push(path);
    service.credentials.push(request.headers.authorization);
    const work = () => answer(facilitators, request, response);
    const fault = faults.get(path);
    Promise.resolve(fault ? fault(response, work) : work()).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...service,
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, feePayer: feePayer.address },
    break: (path, fault) => void faults.set(path, fault),
    repair: () => faults.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(facilitators: x402Facilitator[], request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const send = (body: unknown) => {
    if (!response.destroyed) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.url === '/supported') {
    const all = facilitators.map((each) => each.getSupported());
    const signers = Object.assign({}, ...all.map((each) => each.signers)) as object;
    return send({ kinds: all.flatMap(({ kinds }) => kinds), extensions: [], signers });
  }
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    paymentPayload: PaymentPayload;
    paymentRequirements: PaymentRequirements;
  };
  const [onBase, onSolana] = facilitators;
  const facilitator = body.paymentRequirements.network === BASE ? onBase : onSolana;
  const { paymentPayload: payment, paymentRequirements: requirements } = body;
  send(
    await (request.url === '/verify'
      ? facilitator?.verify(payment, requirements)
      : facilitator?.settle(payment, requirements)),
  );
}
