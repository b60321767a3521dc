import type { Section } from '../contract';
import type { Guide, GuideContext } from './types';

/** From a wallet with USDC to a paid answer, without an account. */
export function walletsGuide({ base }: GuideContext): Guide {
  return {
    slug: 'wallets',
    title: 'Wallets',
    summary: 'An agent with a wallet needs no account and no key: it adds credit with USDC and signs its requests.',
    sections: [PAYING, topUp(base), SIGNING, chat(base), RECORDS],
  };
}

const PAYING: Section = {
  id: 'paying',
  title: 'How it works',
  blocks: [
    {
      kind: 'list',
      items: [
        'Add credit: `POST /x402/top-up` answers 402 with the ways to pay, in the layout of [x402](https://www.x402.org). Sign one, and send the same request again with it. From 5 to 10,000 USD, in USDC on Base or Solana.',
        'Sign each request: the header `SIGN-IN-WITH-X` has a message signed by the wallet. A signature is valid for five minutes and for one request.',
        'The header `x-balance-remaining` of each answer says what is left. Below 0.10 USD, requests are refused with 402 and how to add credit.',
      ],
    },
    {
      kind: 'text',
      text: 'A payment is credited once, however often it is sent: if an answer is lost, send the same payment again. While the network does not show it yet, the answer is 202 with `Retry-After`.',
    },
  ],
};

const topUp = (base: string): Section => ({
  id: 'top-up',
  title: 'Add credit',
  blocks: [
    {
      kind: 'code',
      label: 'Adding credit with the packages of x402',
      code: `import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';

const account = privateKeyToAccount(process.env.WALLET_KEY);
const client = new x402Client().register('eip155:*', new ExactEvmScheme(account));
// The default is 1 USD per payment.
client.setSpendControls({ maxAmountPerPayment: '$25' });

const pay = wrapFetchWithPayment(fetch, client);
const answer = await pay('${base}/x402/top-up', { method: 'POST' });
console.log(await answer.json());`,
    },
    {
      kind: 'text',
      text: 'On Solana, register `solana:*` with `ExactSvmScheme` of `@x402/svm/exact/client`. The service pays the fees of the network on both.',
    },
  ],
});

const SIGNING: Section = {
  id: 'signing',
  title: 'Sign a request',
  blocks: [
    {
      kind: 'text',
      text: 'The text to sign is that of EIP-4361 with our domain, a nonce of 8 to 128 letters and digits that the wallet has not used before, and the time. A 402 without a credential contains a complete one in `extensions`, but an agent may make its own for each request. The header is base64 of JSON with `address`, `message`, and `signature`.',
    },
  ],
};

const chat = (base: string): Section => ({
  id: 'chat',
  title: 'Get an answer',
  blocks: [
    {
      kind: 'code',
      label: 'A chat that signs in by itself',
      code: `import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';

const signed = wrapFetchWithSIWx(fetch, account);
const response = await signed('${base}/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
});
console.log(response.headers.get('x-balance-remaining'), await response.json());`,
    },
  ],
});

const RECORDS: Section = {
  id: 'records',
  title: 'Balance and transactions',
  blocks: [
    {
      kind: 'text',
      text: '[GET /x402/balance/{walletAddress}](/docs/getX402Balance) and [GET /x402/transactions/{walletAddress}](/docs/getX402Transaction) show a wallet what it has and what it was charged, with the same header.',
    },
  ],
};
