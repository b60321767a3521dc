import { lookAtPayment } from '@/lib/admin/wallets/look-at-payment';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'owner', run: ({ params }) => lookAtPayment(params.id ?? '') });
