import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { describeApi } from '@/lib/openapi/describe-api';

/**
 * `GET /doc/api/swagger.yaml`: the API description for tools that look for it at this path (docs/api-rules.md, "Base
 * and versions").
 */
export const GET = endpoint({ auth: 'public', run: () => describeApi(describedRoutes, 'yaml') });
