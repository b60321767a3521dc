import { endpoint } from '@/lib/http/endpoint';
import { connectTestWallet } from '@/lib/x402/test-wallet/address';
import { TestAddressBody } from '@/lib/x402/test-wallet/bodies';

export const POST = endpoint({ auth: 'visitor', body: TestAddressBody, run: ({ body }) => connectTestWallet(body) });
