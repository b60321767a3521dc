import { describeAccount } from '@/lib/accounts/sign-in/describe-account';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, context) => describeAccount(context) });
