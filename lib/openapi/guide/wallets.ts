import type { Block, Section } from '../contract';
import type { Guide, GuideContext } from './types';
import * as python from './wallet-samples/python';
import * as typescript from './wallet-samples/typescript';

/** From a wallet with USDC to a paid answer, without an account. */
export function walletsGuide({ base }: GuideContext): Guide {
  return {
    slug: 'wallets',
    title: 'Wallets',
    summary: 'An agent with a wallet needs no account and no key: it adds credit with USDC and signs its requests.',
    sections: [PAYING, topUp(base), CHAT, solana(base), ANSWERS, RECORDS],
  };
}

const PAYING: Section = {
  id: 'paying',
  title: 'How it works',
  blocks: [
    {
      kind: 'list',
      items: [
        'Add credit: `POST /x402/top-up` answers 402 with the ways to pay, in the layout of [x402](https://www.x402.org). Sign one, and send the same request again with it. From 5 to 10,000 USD, in USDC on Base or Solana. The service pays the network fees.',
        'Sign each request: the header `SIGN-IN-WITH-X` has a message signed by the wallet. A signature is valid for five minutes and for one request.',
        'The header `x-balance-remaining` of each answer says what is left. Below 0.10 USD, requests are refused with 402 and how to add credit.',
      ],
    },
  ],
};

const samples = (label: string, inTypeScript: string, inPython: string): Block => ({
  kind: 'samples',
  label,
  samples: [
    { language: 'typescript', label: 'TypeScript', code: inTypeScript },
    { language: 'python', label: 'Python', code: inPython },
  ],
});

const topUp = (base: string): Section => ({
  id: 'top-up',
  title: 'Add credit on Base',
  blocks: [
    samples('Adding credit on Base', typescript.topUpOnBase(base), python.topUpOnBase(base)),
    {
      kind: 'text',
      text: 'The packages of x402 pay at most 1 USD at once unless you set another limit. A payment is credited once, however often it is sent: keep it until you know the outcome. `wrapFetchWithPayment` pays in one call, but signs a new payment each time.',
    },
  ],
});

const CHAT: Section = {
  id: 'chat',
  title: 'Get an answer',
  blocks: [
    {
      kind: 'text',
      text: 'Sign the text of EIP-4361 with the host that you call, the time, and a nonce of 8 to 128 letters and digits that the wallet has not used before. This goes on with the wallet from above:',
    },
    samples('Chat signed by the wallet', typescript.chatOnBase, python.chatOnBase),
    {
      kind: 'text',
      text: '`wrapFetchWithSIWx` of `@x402/extensions` does this for you, with the challenge that a 402 contains in `extensions`; each request is then sent twice.',
    },
  ],
};

const solana = (base: string): Section => ({
  id: 'solana',
  title: 'On Solana',
  blocks: [
    {
      kind: 'text',
      text: 'Set `SOLANA_RPC_URL` to a node of yours: the public one is rate limited. The message names a Solana account, and the signature is in base58.',
    },
    samples('Credit and a chat on Solana', typescript.allOnSolana(base), python.allOnSolana(base)),
  ],
});

const ANSWERS: Section = {
  id: 'answers',
  title: 'When something goes wrong',
  blocks: [
    {
      kind: 'table',
      label: 'Answers and what to do',
      head: ['Answer', 'Meaning', 'What to do'],
      rows: [
        ['No answer to a payment', 'It may have been paid.', 'Send the same payment again, until it is answered.'],
        [
          '202, or 409 `PAYMENT_IN_PROGRESS`',
          'The network does not show the payment yet.',
          'Send the same payment again after `retry-after` seconds.',
        ],
        ['402 `SETTLEMENT_FAILED`', 'Nothing was paid, and this payment never can be.', 'Sign a new payment.'],
        ['504 `SETTLEMENT_TIMEOUT`', 'The network could not be asked.', 'Send the same payment again later.'],
        ['402 on a signed request', 'The wallet has less than 0.10 USD.', 'Add credit, then sign the request again.'],
        [
          '400 `PAYMENT_HEADER_NOT_ACCEPTED`',
          'A payment came with another request than `/x402/top-up`. Nothing was paid.',
          'Add credit first.',
        ],
        ['401 `X402_SIGN_IN_…`', 'The message says what is wrong with the signature.', 'Sign a new message.'],
        ['429 `X402_CONCURRENCY_LIMIT`', 'The wallet has five requests in flight.', 'Wait for one of them.'],
      ],
    },
  ],
};

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
