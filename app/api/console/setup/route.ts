import { describeSetup } from '@/lib/accounts/sign-up/describe-setup';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'visitor', run: (_input, context) => describeSetup(context) });
