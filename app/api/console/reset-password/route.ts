import { ResetPassword } from '@/lib/accounts/contract';
import { resetPassword } from '@/lib/accounts/sign-in/reset-password';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({
  auth: 'visitor',
  body: ResetPassword,
  run: ({ body }, context) => resetPassword(body, context),
});
