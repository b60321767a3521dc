import { endpoint } from '@/lib/http/endpoint';
import { PutSharedChat, StopSharingQuery } from '@/lib/shared-chats/contract';
import { listSharedChats } from '@/lib/shared-chats/list';
import { putSharedChat } from '@/lib/shared-chats/put';
import { stopSharingChat } from '@/lib/shared-chats/remove';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listSharedChats(context) });

// A spender's, because it may be large: nothing is charged.
export const PUT = endpoint({
  auth: 'spender',
  body: PutSharedChat,
  run: ({ body }, context) => putSharedChat(body, context),
});

export const DELETE = endpoint({
  auth: 'session',
  query: StopSharingQuery,
  run: ({ query }, context) => stopSharingChat(query, context),
});
