/** A program that pays for credit. */
export type CodeSample = {
  value: 'curl' | 'typescript' | 'python';
  label: string;
  install: string | null;
  code: string;
};

/** The amount that the samples pay, and the most that they may pay at once: the packages' own bound is $1. */
const AMOUNT_USD = 10;
const MOST = '$25';
/** The variable with the private key of a wallet on Base. */
const WALLET_KEY = 'WALLET_KEY';

/** What the service asks for, and two programs that pay it. @param origin of this installation */
export function codeSamples(origin: string): readonly CodeSample[] {
  const url = `${origin}/api/v1/x402/top-up?amountUsd=${AMOUNT_USD}`;
  return [
    {
      value: 'curl',
      label: 'curl',
      install: null,
      code: [
        '# Answers 402 with the ways to pay. Sign one entry of accepts, then send',
        '# the same request with the payment in the header PAYMENT-SIGNATURE.',
        `curl -i -X POST "${url}"`,
      ].join('\n'),
    },
    {
      value: 'typescript',
      label: 'TypeScript',
      install: 'npm install @x402/fetch @x402/evm viem',
      code: [
        "import { ExactEvmScheme } from '@x402/evm';",
        "import { wrapFetchWithPayment, x402Client } from '@x402/fetch';",
        "import { privateKeyToAccount } from 'viem/accounts';",
        '',
        `const account = privateKeyToAccount(process.env.${WALLET_KEY} as \`0x\${string}\`);`,
        'const client = new x402Client()',
        "  .register('eip155:8453', new ExactEvmScheme(account))",
        `  .setSpendControls({ maxAmountPerPayment: '${MOST}' });`,
        'const fetchAndPay = wrapFetchWithPayment(fetch, client);',
        '',
        `const answer = await fetchAndPay('${url}', { method: 'POST' });`,
        'console.log(await answer.json());',
      ].join('\n'),
    },
    {
      value: 'python',
      label: 'Python',
      install: 'pip install "x402[requests,evm]"',
      code: [
        'import os',
        'from eth_account import Account',
        'from x402 import x402ClientSync',
        'from x402.http.clients import x402_requests',
        'from x402.mechanisms.evm import EthAccountSigner',
        'from x402.mechanisms.evm.exact.register import register_exact_evm_client',
        '',
        `account = Account.from_key(os.environ["${WALLET_KEY}"])`,
        'client = x402ClientSync()',
        'register_exact_evm_client(client, EthAccountSigner(account))',
        `client.set_spend_controls({"max_amount_per_payment": "${MOST}"})`,
        '',
        'with x402_requests(client) as session:',
        `    answer = session.post("${url}")`,
        '    print(answer.json())',
      ].join('\n'),
    },
  ];
}
