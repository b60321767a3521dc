import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { serveWholeReference } from '@/lib/openapi/whole-texts';

/**
 * `GET /doc/api/swagger.yaml`: the API description for tools that look for it at this path (docs/api-rules.md, "Base
 * and versions").
 */
export const GET = endpoint({
  auth: 'public',
  run: (_input, { client }) => serveWholeReference(describedRoutes, 'yaml', client),
});
