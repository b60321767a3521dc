import { disconnectService } from '@/lib/accounts/services/disconnect';
import { endpoint } from '@/lib/http/endpoint';

export const DELETE = endpoint({
  auth: 'session',
  run: ({ params }, context) => disconnectService(params.provider, context),
});
