import type { RouteTable } from '@/lib/http/route-table';
import * as account from './console/account/route';
import * as ownCharacter from './console/characters/[id]/route';
import * as ownReview from './console/characters/[id]/review/route';
import * as ownCharacters from './console/characters/route';
import * as engine from './console/engine/route';
import * as operator from './console/operator/route';
import * as request from './console/requests/[requestId]/route';
import * as resetPassword from './console/reset-password/route';
import * as setup from './console/setup/route';
import * as signUp from './console/sign-up/route';
import * as live from './health/live/route';
import * as ready from './health/ready/route';
import * as metrics from './metrics/route';
import * as unknown from './v1/[...unknown]/route';
import * as openApiJson from './v1/openapi.json/route';
import * as swaggerYaml from '../doc/api/swagger.yaml/route';
import { describedRoutes } from './described-routes';

/** Every route of the production door. A test compares it with the folder tree. */
export const routes: RouteTable = {
  ...describedRoutes,
  '/api/console/account': account,
  '/api/console/characters': ownCharacters,
  '/api/console/characters/[id]': ownCharacter,
  '/api/console/characters/[id]/review': ownReview,
  '/api/console/engine': engine,
  '/api/console/operator': operator,
  '/api/console/requests/[requestId]': request,
  '/api/console/reset-password': resetPassword,
  '/api/console/setup': setup,
  '/api/console/sign-up': signUp,
  '/api/health/live': live,
  '/api/health/ready': ready,
  '/api/metrics': metrics,
  '/api/v1/[...unknown]': unknown,
  '/api/v1/openapi.json': openApiJson,
  '/doc/api/swagger.yaml': swaggerYaml,
};
