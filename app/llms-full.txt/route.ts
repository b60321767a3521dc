import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { retrieveAllPages } from '@/lib/openapi/markdown-texts';

/** `GET /llms-full.txt`: the whole reference for agents, as one text. */
export const GET = endpoint({ auth: 'public', run: () => retrieveAllPages(describedRoutes) });
