import { SignUp } from '@/lib/accounts/contract';
import { signUp } from '@/lib/accounts/sign-up/sign-up';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'visitor', body: SignUp, run: ({ body }, context) => signUp(body, context) });
