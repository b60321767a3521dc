import { requestOf } from '@/lib/client/chat/request/request';
import type { ChatMessage, ChatSettings } from '@/lib/client/chat/types';
import type { ChatBody, WireMessage, WirePart } from '@/lib/client/stream-chat';
import { chatRequest } from '@/lib/core/samples/chat-request';
import type { Sample } from '@/lib/core/samples/request';
import { samplesOf } from '@/lib/core/samples/samples';
import { toWireNames } from '@/lib/core/service-name';
import { STARTERS } from '../start/starters';

/** Placeholder for the next question in a chat that ends with an answer. */
export const NEXT_QUESTION = 'Your next message';
/** Longer `data:` URLs are shortened. */
const SHOWN_URL_CHARACTERS = 120;

/** What the next request of a chat consists of. */
export type CodeSpec = {
  messages: ChatMessage[];
  settings: ChatSettings;
  character: string | null;
  modelId: string;
};

/** A request, and where its last message comes from: the chat itself, an example, or a placeholder. */
export type CodeRequest = { body: ChatBody & { stream: true }; ending: 'own' | 'example' | 'placeholder' };

/**
 * The request that the page would send next: the visible branch with the chat's settings, streamed. A request has to
 * end with a question, so an answer is followed by a placeholder, and a new chat uses the first example.
 */
export function codeRequest({ messages, settings, character, modelId }: CodeSpec): CodeRequest {
  const asked = requestOf(messages, modelId, settings, character ?? undefined);
  const ending = endingOf(asked.messages);
  const question = ending === 'example' ? (STARTERS[0]?.prompt ?? NEXT_QUESTION) : NEXT_QUESTION;
  const added: WireMessage[] = ending === 'own' ? [] : [{ role: 'user', content: question }];
  return { body: { ...asked, messages: [...asked.messages, ...added], stream: true }, ending };
}

function endingOf(messages: WireMessage[]): CodeRequest['ending'] {
  const last = messages.at(-1)?.role ?? 'system';
  if (last === 'system') return 'example';
  return last === 'assistant' ? 'placeholder' : 'own';
}

/** The same request with shortened attachments; the same object if there is nothing to shorten. */
export function shortened(body: CodeRequest['body']): CodeRequest['body'] {
  const messages = body.messages.map((message) => {
    if (message.role !== 'user' || typeof message.content === 'string') return message;
    const content = message.content.map(shortPart);
    return content.every((part, at) => part === message.content[at]) ? message : { ...message, content };
  });
  return messages.every((message, at) => message === body.messages[at]) ? body : { ...body, messages };
}

function shortPart(part: WirePart): WirePart {
  if (part.type === 'image_url') {
    const { url } = part.image_url;
    return isLong(url) ? { ...part, image_url: { url: shortUrl(url) } } : part;
  }
  if (part.type !== 'file' || !isLong(part.file.file_data)) return part;
  return { ...part, file: { ...part.file, file_data: shortUrl(part.file.file_data) } };
}

const isLong = (url: string) => url.startsWith('data:') && url.length > SHOWN_URL_CHARACTERS;

/** The media type of a `data:` URL, and an ellipsis for the rest. */
const shortUrl = (url: string) => `${url.slice(0, Math.min(url.indexOf(',') + 1, SHOWN_URL_CHARACTERS))}…`;

/**
 * A request as sample code in three languages.
 * @param origin scheme and host
 * @param serviceId the service's name as used in names of body fields
 */
export function codeSamples(body: CodeRequest['body'], origin: string, serviceId: string): Sample[] {
  return samplesOf(chatRequest(toWireNames(body, serviceId), { origin, serviceId }));
}
