import { readBalance } from '@/lib/billing/balance';
import { BillingBalance } from '@/lib/billing/contract';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'admin',
  describe: { summary: 'Balance', detail: 'What the account can spend.', answer: BillingBalance },
  run: (_input, context) => readBalance(context),
});
