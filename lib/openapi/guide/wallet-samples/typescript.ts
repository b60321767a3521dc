import { MOST_AT_ONCE } from './most-at-once';

/*
 * The programs of the guide for wallets. The one on Base is in two parts, of which the second continues the first; the
 * one on Solana is in one. Tests run them as they are shown.
 */

const PAY = `const http = new x402HTTPClient(client);
const topUp = \`\${api}/x402/top-up?amountUsd=5\`;
const terms = await fetch(topUp, { method: 'POST' });
const required = http.getPaymentRequiredResponse((name) => terms.headers.get(name), await terms.json());
const payment = http.encodePaymentSignatureHeader(await http.createPaymentPayload(required));

/** Sends the same payment until its outcome is known, for ten minutes at most. A new one could be paid as well. */
async function pay(until = Date.now() + 10 * 60_000): Promise<Response> {
  const answer = await fetch(topUp, { method: 'POST', headers: payment }).catch(() => null);
  if (answer && ![202, 409, 429, 503, 504].includes(answer.status)) return answer;
  if (Date.now() > until) throw new Error('No outcome yet. Keep the payment, and send it again later.');
  const seconds = Number(answer?.headers.get('retry-after')) || 5;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return pay(until);
}
const added = await pay();
console.log(added.status, await added.json());`;

const ASK = `const answer = await fetch(\`\${api}/chat/completions\`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'SIGN-IN-WITH-X': await signIn() },
  body: JSON.stringify({ model: 'default', messages: [{ role: 'user', content: 'Hello' }] }),
});
console.log(answer.status, answer.headers.get('x-balance-remaining'), await answer.json());`;

/** A payment on Base, kept until its outcome is known. @param base where the API is, ending in `/api/v1` */
export const topUpOnBase = (base: string) => `// npm install @x402/fetch @x402/evm viem
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client, x402HTTPClient } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const api = '${base}';
const account = privateKeyToAccount(process.env.WALLET_KEY as \`0x\${string}\`);
const client = new x402Client()
  .register('eip155:8453', new ExactEvmScheme(account))
  .setSpendControls({ maxAmountPerPayment: '${MOST_AT_ONCE}' });

${PAY}`;

/** A chat that the wallet of `topUpOnBase` signs. */
export const chatOnBase = `/** The header that signs one request. */
async function signIn() {
  const message = \`\${new URL(api).host} wants you to sign in with your Ethereum account:
\${account.address}


URI: \${api}
Version: 1
Chain ID: 8453
Nonce: \${crypto.randomUUID().replaceAll('-', '')}
Issued At: \${new Date().toISOString()}\`;
  const signature = await account.signMessage({ message });
  return btoa(JSON.stringify({ address: account.address, message, signature }));
}

${ASK}`;

const SIGN_ON_SOLANA = `/** The header that signs one request. */
async function signIn() {
  const message = \`\${new URL(api).host} wants you to sign in with your Solana account:
\${wallet.address}

URI: \${api}
Version: 1
Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
Nonce: \${crypto.randomUUID().replaceAll('-', '')}
Issued At: \${new Date().toISOString()}\`;
  const [signatures] = await wallet.signMessages([createSignableMessage(message)]);
  const signature = getBase58Decoder().decode(signatures[wallet.address]);
  return btoa(JSON.stringify({ address: wallet.address, message, signature }));
}`;

/** Payment and chat on Solana. @param base where the API is, ending in `/api/v1` */
export const allOnSolana = (base: string) => `// npm install @x402/fetch @x402/svm @solana/kit
import {
  createKeyPairSignerFromBytes,
  createSignableMessage,
  getBase58Decoder,
  getBase58Encoder,
} from '@solana/kit';
import { x402Client, x402HTTPClient } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';

const api = '${base}';
// The private key as wallets export it: 64 bytes in base58.
const wallet = await createKeyPairSignerFromBytes(getBase58Encoder().encode(process.env.WALLET_KEY ?? ''));
const client = new x402Client()
  .register('solana:*', new ExactSvmScheme(wallet, { rpcUrl: process.env.SOLANA_RPC_URL }))
  .setSpendControls({ maxAmountPerPayment: '${MOST_AT_ONCE}' });

${PAY}

${SIGN_ON_SOLANA}

${ASK}`;
