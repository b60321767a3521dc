import { retiredUsage } from '@/lib/billing/retired-usage';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'public', run: (_input, context) => retiredUsage(context) });
