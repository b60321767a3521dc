import { MAX_SHARED_BYTES, MAX_SHARED_MESSAGES } from '../../../shared-chats/constants';
import type { SharedMessage } from '../../../shared-chats/contract';
import { hasNoOutput } from '../answer/parts';
import { isUnderWay } from '../conversation';
import type { ChatMessage } from '../types';

/** What is shared of a chat, and how many images are not, because they are too large or of another format. */
export type SharedDraft = { messages: SharedMessage[]; leftOut: number };

/** Whoever opens the link gets images only, and none that has scripts. */
const IMAGE = /^data:image\/(png|jpeg|webp|gif);base64,/;
const MAX_ENTRIES = 100;
const MAX_NAME = 255;
const MAX_ADDRESS = 8_192;

/**
 * What is shared of the visible branch of a chat: without thinking, costs, settings, and the contents of files. Answers
 * that are not complete are left out if nothing of them has arrived.
 * @param nameOf the name of a model by its ID
 * @returns null if it is too long even without images, or there is nothing in it
 */
export function toShared(path: readonly ChatMessage[], nameOf: (modelId: string) => string): SharedDraft | null {
  const shown = path.filter(
    (message) => message.role === 'user' || (!isUnderWay(message) && !(message.failure && hasNoOutput(message))),
  );
  const messages = shown.map((message) => sharedOf(message, nameOf));
  if (messages.length === 0 || messages.length > MAX_SHARED_MESSAGES) return null;
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
  return bytesOf(fitting) > MAX_SHARED_BYTES ? null : { messages: fitting, leftOut: all - left.size };
}

function sharedOf(message: ChatMessage, nameOf: (modelId: string) => string): SharedMessage {
  const { role, text, modelId, edited, asJson, attachments = [], results, calls, citations } = message;
  const files = attachments.filter(({ kind }) => kind === 'file').map(({ name }) => name.slice(0, MAX_NAME));
  const shared: SharedMessage = {
    role,
    text,
    ...(role === 'assistant' && modelId !== null && { model: nameOf(modelId).slice(0, MAX_NAME) }),
    ...(edited !== undefined && { edited: true }),
    ...(asJson && { asJson: true }),
    ...(files.length > 0 && { files: files.slice(0, MAX_ENTRIES) }),
    // The answer's references count in this list, so only its end can be left out.
    ...(citations && { citations: citations.slice(0, MAX_ENTRIES).map(sharedSource) }),
    ...(calls && {
      calls: calls.slice(0, MAX_ENTRIES).map((call) => ({ name: call.name, arguments: call.arguments })),
    }),
    ...(results && {
      results: results.slice(0, MAX_ENTRIES).map((result) => ({ name: result.name, text: result.text })),
    }),
  };
  return withImages(
    shared,
    imagesOf(message)
      .filter(({ url }) => IMAGE.test(url))
      .slice(0, MAX_ENTRIES),
  );
}

function sharedSource({ title, url, content, date }: NonNullable<ChatMessage['citations']>[number]) {
  return {
    title,
    url: url.slice(0, MAX_ADDRESS),
    ...(content !== undefined && { content }),
    ...(date !== undefined && { date: date.slice(0, MAX_NAME) }),
  };
}

function imagesOf({ attachments = [], images = [] }: ChatMessage): { url: string; alt: string }[] {
  const sent = attachments.filter(({ kind }) => kind === 'image').map(({ url, name }) => ({ url, alt: name }));
  return [...sent, ...images.map(({ url, alt }) => ({ url, alt }))];
}

function withImages({ images: _before, ...rest }: SharedMessage, images: SharedMessage['images']): SharedMessage {
  return images?.length ? { ...rest, images } : rest;
}

const encoder = new TextEncoder();
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length;
