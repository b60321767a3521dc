import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { serveWholeReference } from '@/lib/openapi/whole-texts';
import { ownDescription } from '@/lib/openapi/own-description';

export const GET = endpoint({
  auth: 'public',
  describe: ownDescription,
  run: (_input, { client }) => serveWholeReference(describedRoutes, 'json', client),
});
