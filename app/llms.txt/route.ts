import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { listForAgents } from '@/lib/openapi/markdown-texts';

/** `GET /llms.txt`: the index of the reference for agents. */
export const GET = endpoint({ auth: 'public', run: () => listForAgents(describedRoutes) });
