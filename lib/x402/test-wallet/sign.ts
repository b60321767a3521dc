import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import type { TestSignatureBody } from './bodies';
import { requireTestMoney } from './keys';
import { baseSigner, notSignable, solanaSigner } from './signer';

const TypedData = z.object({
  domain: z.record(z.string(), z.unknown()).default({}),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

/**
 * `POST /api/console/wallet/test-wallet/signature`: signs with a test wallet, at once: nobody is asked.
 * @returns `signature`: on Base hexadecimal, on Solana base58; for a transaction on Solana also the transaction with it
 * @throws ApiError NOT_FOUND without `LOCAL_CHAINS`, INVALID_REQUEST for what cannot be signed
 */
export async function signWithTestWallet(body: TestSignatureBody): Promise<{ signature: string; signed?: string }> {
  requireTestMoney();
  switch (body.kind) {
    case 'typed-data':
      return { signature: await signTypedData(body.wallet, body.json) };
    case 'personal-message': {
      const raw = Buffer.from(body.hex.slice(2), 'hex');
      return { signature: await (await baseSigner(body.wallet)).signMessage({ message: { raw } }) };
    }
    case 'transaction':
      return signTransaction(body.wallet, body.bytes);
    case 'message': {
      const { signBytes } = await import('@solana/kit');
      const { keyPair } = await solanaSigner(body.wallet);
      return { signature: base58.encode(await signBytes(keyPair.privateKey, base64.decode(body.bytes))) };
    }
  }
}

async function signTypedData(wallet: string, json: string): Promise<string> {
  const signer = await baseSigner(wallet);
  try {
    const { types, ...typed } = TypedData.parse(JSON.parse(json));
    // Viem derives the type of the domain from the domain.
    const { EIP712Domain: _domain, ...own } = types;
    return await signer.signTypedData({ ...typed, types: own });
  } catch (cause) {
    throw notSignable('typed data', cause);
  }
}

async function signTransaction(wallet: string, bytes: string): Promise<{ signature: string; signed: string }> {
  const { getBase64EncodedWireTransaction, getTransactionDecoder, partiallySignTransaction } =
    await import('@solana/kit');
  const { address, keyPair } = await solanaSigner(wallet);
  try {
    const decoded = getTransactionDecoder().decode(base64.decode(bytes));
    const signed = await partiallySignTransaction([keyPair], decoded);
    const signature = signed.signatures[address];
    if (!signature) throw new Error('It is none of its signers.');
    return { signature: base58.encode(Uint8Array.from(signature)), signed: getBase64EncodedWireTransaction(signed) };
  } catch (cause) {
    throw notSignable('transaction', cause);
  }
}
