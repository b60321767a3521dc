import { completeChat } from '@/lib/chat/complete';
import { ChatRequest } from '@/lib/chat/contract';
import { chatDemand } from '@/lib/chat/demand';
import { endpoint } from '@/lib/http/endpoint';

/** `POST /api/v1/chat/completions`: one answer of a text model, whole or streamed. Contract 4. */
export const POST = endpoint({
  auth: 'inference',
  body: ChatRequest,
  limit: ({ body }, caller) => chatDemand(body, caller),
  run: ({ body }, context) => completeChat(body, context),
});
