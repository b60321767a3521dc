import { endpoint } from '@/lib/http/endpoint';
import { makeSolanaTransaction } from '@/lib/x402/console/solana-transaction';
import { SolanaTransactionBody } from '@/lib/x402/contract';

export const POST = endpoint({
  auth: 'session',
  body: SolanaTransactionBody,
  run: ({ body }, context) => makeSolanaTransaction(body, context),
});
