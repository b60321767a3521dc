import { describeNetworks } from '@/lib/admin/wallets/describe-networks';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', run: describeNetworks });
