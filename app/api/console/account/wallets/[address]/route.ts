import { endpoint } from '@/lib/http/endpoint';
import { unlinkWallet } from '@/lib/profile/wallets/unlink';

export const DELETE = endpoint({
  auth: 'session',
  run: ({ params }, context) => unlinkWallet(params.address ?? '', context),
});
