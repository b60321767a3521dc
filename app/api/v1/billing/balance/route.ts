import { readBalance } from '@/lib/billing/balance';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'admin', run: (_input, context) => readBalance(context) });
