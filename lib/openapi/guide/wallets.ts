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
        'The wallet needs USDC, a digital US dollar, on Base or on Solana. It needs no ETH or SOL: the service pays the network fees. 1 USDC becomes 1 USD of credit.',
        'Add credit: `POST /x402/top-up` answers 402 with the ways to pay, in the format of [x402](https://www.x402.org). Sign one of them, and send the same request again with the signed payment in the header `PAYMENT-SIGNATURE`. A payment is 5 to 10,000 USD, and is usually credited within seconds.',
        'Sign each request: the header `SIGN-IN-WITH-X` carries a message that the wallet has signed. A signature is valid for five minutes and for one request.',
        'The header `x-balance-remaining` of each answer is the credit that is left, in USD. Below 0.10 USD, requests are refused with 402, and the answer contains the ways to add credit.',
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
      text: '`WALLET_KEY` is the private key of the wallet: use one that holds no more than the program may spend. The packages of x402 pay at most 1 USD at once unless you set another limit, as these programs do. A payment is credited once, however often it is sent, so keep it until you know the outcome. `wrapFetchWithPayment` pays in one call, but signs a new payment each time.',
    },
  ],
});

const CHAT: Section = {
  id: 'chat',
  title: 'Get an answer',
  blocks: [
    {
      kind: 'text',
      text: 'Sign a message in the format of EIP-4361 with the host that you call, the time, and a nonce of 8 to 128 letters and digits that the wallet has not used before. These programs continue the ones above:',
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
      text: 'Set `SOLANA_RPC_URL` to the address of your own node or of a node provider: without it, the programs use the public node, which limits how often it may be asked. The message names a Solana account, and the signature is in base58.',
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
          'The network has not confirmed the payment yet.',
          'Send the same payment again after `retry-after` seconds.',
        ],
        [
          '429, 503, or 504 to a payment',
          'Too many requests, or the service or the network is busy.',
          'Send the same payment again after `retry-after` seconds, or after five if there is no such header.',
        ],
        ['402 `SETTLEMENT_FAILED`', 'Nothing was paid, and this payment never can be.', 'Sign a new payment.'],
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
