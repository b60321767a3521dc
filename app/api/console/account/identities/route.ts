import { listServices } from '@/lib/accounts/services/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listServices(context) });
