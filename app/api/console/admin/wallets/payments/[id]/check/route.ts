import { checkPayment } from '@/lib/admin/wallets/check-payment';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'owner', run: ({ params }) => checkPayment(params.id ?? '') });
