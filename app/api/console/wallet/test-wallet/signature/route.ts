import { endpoint } from '@/lib/http/endpoint';
import { TestSignatureBody } from '@/lib/x402/test-wallet/bodies';
import { signWithTestWallet } from '@/lib/x402/test-wallet/sign';

export const POST = endpoint({ auth: 'visitor', body: TestSignatureBody, run: ({ body }) => signWithTestWallet(body) });
