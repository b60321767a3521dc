import { Command } from '@/lib/admin/commands';
import { perform } from '@/lib/admin/perform';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({ auth: 'operator', body: Command, run: ({ body }) => perform(body) });
