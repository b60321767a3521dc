import { imagePrompt } from '../image-prompt';
import type { ChatMessage, ChatSettings } from '../types';
import { addressesToRead, unreadText } from './read-addresses';

/**
 * What a request looks for on the web before the model is asked: the pages that the question links to, which replace a
 * search, or results of a search. Undefined if nothing is looked for, or the model decides about it.
 */
export function webUseOf(
  { webSearch, readLinks }: Pick<ChatSettings, 'webSearch' | 'readLinks'>,
  question: Pick<ChatMessage, 'text' | 'attachments'>,
): ChatMessage['web'] {
  const { text, attachments = [] } = question;
  if (imagePrompt(question) !== null) return undefined;
  if (readLinks && addressesToRead(text).length > 0) return 'links';
  // Nothing is searched for a message with an image, or without words.
  const hasImage = attachments.some(({ kind }) => kind === 'image');
  return webSearch === 'on' && text.trim() !== '' && !hasImage ? 'search' : undefined;
}

/** What an answer waits for before its first token. */
export function waitingText({ web }: Pick<ChatMessage, 'web'>): string {
  if (web === 'search') return 'Searching…';
  return web === 'links' ? 'Reading links…' : 'Waiting for the first token…';
}

/** What an answer says whose list of sources is empty. */
export function nothingFoundText({ web }: Pick<ChatMessage, 'web'>, question: string): string {
  if (web !== 'links') return 'The search found nothing.';
  return unreadText([], question) ?? 'The links could not be read, not charged.';
}
