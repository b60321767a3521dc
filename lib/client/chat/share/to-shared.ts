import {
  MAX_SHARED_ADDRESS,
  MAX_SHARED_BYTES,
  MAX_SHARED_ENTRIES,
  MAX_SHARED_MESSAGES,
  MAX_SHARED_NAME,
  SHARED_IMAGE,
} from '../../../shared-chats/constants';
import type { SharedMessage } from '../../../shared-chats/contract';
import { isUnderWay } from '../conversation';
import type { ChatMessage } from '../types';

/** What is shared of a chat, and how many images are not, because they are too large or of another format. */
export type SharedDraft = { messages: SharedMessage[]; leftOut: number };
/** Why nothing is shared: there is nothing yet, there are too many messages, or they are too long without images. */
export type NotShared = 'empty' | 'too many' | 'too long';

/**
 * What is shared of the visible branch of a chat: without thinking, costs, settings, and the contents of files. Answers
 * that are being written, and those without text, images, and calls, are left out.
 * @param nameOf the name of a model by its ID
 */
export function toShared(path: readonly ChatMessage[], nameOf: (modelId: string) => string): SharedDraft | NotShared {
  const shown = path.filter((message) => message.role === 'user' || (!isUnderWay(message) && hasContent(message)));
  const messages = shown.map((message) => sharedOf(message, nameOf));
  if (messages.length === 0) return 'empty';
  if (messages.length > MAX_SHARED_MESSAGES) return 'too many';
  const images = messages.flatMap((message) => message.images ?? []);
  const all = shown.reduce((sum, message) => sum + imagesOf(message).length, 0);
  let bytes = bytesOf(messages);
  const left = new Set(images);
  for (const image of [...images].sort((a, b) => b.url.length - a.url.length)) {
    if (bytes <= MAX_SHARED_BYTES) break;
    left.delete(image);
    bytes -= bytesOf(image);
  }
  const fitting = messages.map((message) =>
    withImages(
      message,
      (message.images ?? []).filter((one) => left.has(one)),
    ),
  );
  return bytesOf(fitting) > MAX_SHARED_BYTES ? 'too long' : { messages: fitting, leftOut: all - left.size };
}

const hasContent = ({ text, calls = [], images = [] }: ChatMessage): boolean =>
  text !== '' || calls.length + images.length > 0;

function sharedOf(message: ChatMessage, nameOf: (modelId: string) => string): SharedMessage {
  const { role, text } = message;
  const shared = { role, text, ...(role === 'user' ? sentOf(message) : answeredOf(message, nameOf)) };
  const images = imagesOf(message).filter(({ url }) => url.length <= MAX_SHARED_BYTES && SHARED_IMAGE.test(url));
  return withImages(shared, images.slice(0, MAX_SHARED_ENTRIES));
}

/** The members that only user messages have. */
function sentOf({ attachments = [], results }: ChatMessage): Partial<SharedMessage> {
  const files = attachments.filter(({ kind }) => kind === 'file').map(({ name }) => cut(name));
  return {
    ...(files.length > 0 && { files: files.slice(0, MAX_SHARED_ENTRIES) }),
    ...(results && {
      results: results.slice(0, MAX_SHARED_ENTRIES).map(({ name, text }) => ({ name: cut(name), text })),
    }),
  };
}

/** The members that only answers have. */
function answeredOf(
  { modelId, edited, asJson, calls, citations }: ChatMessage,
  nameOf: (modelId: string) => string,
): Partial<SharedMessage> {
  return {
    ...(modelId !== null && { model: cut(nameOf(modelId)) }),
    ...(edited !== undefined && { edited: true }),
    ...(asJson && { asJson: true }),
    // The answer's references count in this list, so only its end can be left out.
    ...(citations && { citations: citations.slice(0, MAX_SHARED_ENTRIES).map(sharedSource) }),
    ...(calls && {
      calls: calls.slice(0, MAX_SHARED_ENTRIES).map((call) => ({ name: cut(call.name), arguments: call.arguments })),
    }),
  };
}

function sharedSource({ title, url, content, date }: NonNullable<ChatMessage['citations']>[number]) {
  return {
    title,
    url: url.slice(0, MAX_SHARED_ADDRESS),
    ...(content !== undefined && { content }),
    ...(date !== undefined && { date: cut(date) }),
  };
}

const cut = (name: string): string => name.slice(0, MAX_SHARED_NAME);

function imagesOf({ attachments = [], images = [] }: ChatMessage): { url: string; alt: string }[] {
  const sent = attachments.filter(({ kind }) => kind === 'image').map(({ url, name }) => ({ url, alt: name }));
  return [...sent, ...images.map(({ url, alt }) => ({ url, alt }))];
}

function withImages({ images: _before, ...rest }: SharedMessage, images: SharedMessage['images']): SharedMessage {
  return images?.length ? { ...rest, images } : rest;
}

const encoder = new TextEncoder();
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length;
