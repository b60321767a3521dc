import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { listForAgents } from '@/lib/openapi/markdown/texts';

/** `GET /llms.txt`: the reference for agents, page by page. */
export const GET = endpoint({ auth: 'public', run: () => listForAgents(describedRoutes) });
