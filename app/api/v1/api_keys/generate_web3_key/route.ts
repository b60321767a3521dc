import { endpoint } from '@/lib/http/endpoint';
import { creatingByWallet, issuingWalletToken } from '@/lib/keys/described';
import { createKeyByWallet } from '@/lib/keys/wallet-key/create';
import { issueWalletToken } from '@/lib/keys/wallet-key/token';

export const GET = endpoint({
  auth: 'public',
  ...issuingWalletToken,
  run: (_input, context) => issueWalletToken(context),
});

export const POST = endpoint({
  auth: 'public',
  ...creatingByWallet,
  run: ({ body }, context) => createKeyByWallet(body, context),
});
