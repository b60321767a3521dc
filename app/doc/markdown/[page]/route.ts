import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { retrievePage } from '@/lib/openapi/markdown-texts';

/** Serves `GET /docs/<page>.md`, which is rewritten to this path: a page of the reference as Markdown. */
export const GET = endpoint({ auth: 'public', run: ({ params }) => retrievePage(describedRoutes, params.page ?? '') });
