import { Order } from '@/lib/admin/orders';
import { perform } from '@/lib/admin/perform';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'operator', body: Order, run: ({ body }) => perform(body) });
