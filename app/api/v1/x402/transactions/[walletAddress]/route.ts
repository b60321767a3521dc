import { endpoint } from '@/lib/http/endpoint';
import { listingTransactions } from '@/lib/x402/described';
import { walletTransactions } from '@/lib/x402/records';

export const GET = endpoint({
  auth: 'wallet',
  ...listingTransactions,
  run: ({ params, query }, context) => walletTransactions(params.walletAddress ?? '', query, context),
});
