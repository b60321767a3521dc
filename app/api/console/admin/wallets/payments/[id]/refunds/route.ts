import { RefundPayment } from '@/lib/admin/contract';
import { refundPayment } from '@/lib/admin/wallets/refund-payment';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({
  auth: 'owner',
  body: RefundPayment,
  run: ({ params, body }) => refundPayment(params.id ?? '', body),
});
