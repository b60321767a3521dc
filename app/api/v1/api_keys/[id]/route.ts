import { endpoint } from '@/lib/http/endpoint';
import { findKey } from '@/lib/keys/find';

export const GET = endpoint({ auth: 'admin', run: ({ params }, context) => findKey(params.id ?? '', context) });
