import { endpoint } from '@/lib/http/endpoint';
import { LinkWallet } from '@/lib/profile/contract';
import { linkWallet } from '@/lib/profile/wallets/link';
import { listWallets } from '@/lib/profile/wallets/list';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listWallets(context) });

export const POST = endpoint({
  auth: 'session',
  body: LinkWallet,
  run: ({ body }, context) => linkWallet(body, context),
});
