import { endpoint } from '@/lib/http/endpoint';
import { changePassword } from '@/lib/profile/change-password';
import { ChangePassword } from '@/lib/profile/contract';

export const POST = endpoint({
  auth: 'session',
  body: ChangePassword,
  run: ({ body }, context) => changePassword(body, context),
});
