import { endpoint } from '@/lib/http/endpoint';
import { readSharedChat } from '@/lib/shared-chats/read';
import { removeSharedChat } from '@/lib/shared-chats/remove';

export const GET = endpoint({
  auth: 'visitor',
  run: ({ params }, context) => readSharedChat(params.id ?? '', context),
});

export const DELETE = endpoint({
  auth: 'session',
  run: ({ params }, context) => removeSharedChat(params.id ?? '', context),
});
