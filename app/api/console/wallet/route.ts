import { endpoint } from '@/lib/http/endpoint';
import { consoleWallet } from '@/lib/x402/console/overview';

export const GET = endpoint({ auth: 'session', run: (_input, context) => consoleWallet(context) });
