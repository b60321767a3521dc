import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { serveWholeReference } from '@/lib/openapi/whole-texts';

/** `GET /llms-full.txt`: the whole reference for agents, as one text. */
export const GET = endpoint({
  auth: 'public',
  run: (_input, { client }) => serveWholeReference(describedRoutes, 'markdown', client),
});
