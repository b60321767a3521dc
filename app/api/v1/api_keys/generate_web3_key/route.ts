import { endpoint } from '@/lib/http/endpoint';
import { creatingByWallet, tellingWalletToken } from '@/lib/keys/described';
import { createKeyByWallet } from '@/lib/keys/wallet-key/create';
import { tellWalletToken } from '@/lib/keys/wallet-key/token';

export const GET = endpoint({
  auth: 'public',
  ...tellingWalletToken,
  run: (_input, context) => tellWalletToken(context),
});

export const POST = endpoint({
  auth: 'public',
  ...creatingByWallet,
  run: ({ body }, context) => createKeyByWallet(body, context),
});
