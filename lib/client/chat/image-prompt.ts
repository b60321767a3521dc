import type { Attachment } from './types';

const COMMAND = /^\/image\s+(\S[\s\S]*)$/;

/**
 * The prompt of a user message that requests an image, such as `/image a red kite`; null for any other message. With
 * attachments it is a question about them, which goes to the model.
 */
export function imagePrompt({
  text,
  attachments = [],
}: {
  text: string;
  attachments?: readonly Attachment[];
}): string | null {
  return attachments.length > 0 ? null : (COMMAND.exec(text)?.[1]?.trim() ?? null);
}
