import { endpoint } from '@/lib/http/endpoint';
import { listKeySpend } from '@/lib/keys/spend';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listKeySpend(context) });
