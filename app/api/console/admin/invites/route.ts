import { inviteLink } from '@/lib/admin/links';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'owner', run: inviteLink });
