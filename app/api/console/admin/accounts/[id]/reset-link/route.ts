import { makeResetLink } from '@/lib/admin/console/account-verbs';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'owner', run: ({ params }) => makeResetLink(params.id ?? '') });
