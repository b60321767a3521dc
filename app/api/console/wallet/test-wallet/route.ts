import { endpoint } from '@/lib/http/endpoint';
import { ownTestWallet } from '@/lib/x402/test-wallet/address';

export const GET = endpoint({ auth: 'session', run: (_input, context) => ownTestWallet(context) });
