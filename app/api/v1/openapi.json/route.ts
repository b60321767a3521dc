import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { describeApi } from '@/lib/openapi/describe-api';
import { ownDescription } from '@/lib/openapi/own-description';

export const GET = endpoint({
  auth: 'public',
  describe: ownDescription,
  run: () => describeApi(describedRoutes, 'json'),
});
