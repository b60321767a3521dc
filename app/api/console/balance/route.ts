import { readConsoleBalance } from '@/lib/billing/balance';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, context) => readConsoleBalance(context) });
