import { completeChat } from '@/lib/chat/complete';
import { ChatChunk, ChatCompletion } from '@/lib/chat/answer/wire';
import { CHAT_CODES, ChatRequest } from '@/lib/chat/contract';
import { chatDemand } from '@/lib/chat/demand';
import { CHAT_EXAMPLES } from '@/lib/chat/examples';
import { chatMembers } from '@/lib/chat/members';
import { endpoint } from '@/lib/http/endpoint';
import { findAllowedModel } from '@/lib/models/find';
import { servesFreeText } from '@/lib/models/price/free';

/** `POST /api/v1/chat/completions`: an answer of a text model, streamed or not (docs/api-rules.md, "Chat"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Chat completions',
    detail:
      'The next message of a conversation. With `stream` each event is a chunk; the last holds usage and cost, and `data: [DONE]` ends the stream.',
    answer: ChatCompletion,
    chunk: ChatChunk,
    codes: CHAT_CODES,
    examples: CHAT_EXAMPLES,
  },
  body: ChatRequest,
  members: chatMembers,
  servesFree: servesFreeText,
  resolve: ({ body }, context) => findAllowedModel(body.model, context),
  limit: ({ body, resolved }) => chatDemand(body, resolved.model),
  run: ({ body, resolved }, context) => completeChat(body, resolved, context),
});
