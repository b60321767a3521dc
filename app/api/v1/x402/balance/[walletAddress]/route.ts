import { endpoint } from '@/lib/http/endpoint';
import { readingBalance } from '@/lib/x402/described';
import { walletBalance } from '@/lib/x402/records';

export const GET = endpoint({
  auth: 'wallet',
  ...readingBalance,
  run: ({ params }, context) => walletBalance(params.walletAddress ?? '', context),
});
