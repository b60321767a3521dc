import { PaymentsQuery } from '@/lib/admin/contract';
import { listWalletPayments } from '@/lib/admin/wallets/list-payments';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', query: PaymentsQuery, run: ({ query }) => listWalletPayments(query) });
