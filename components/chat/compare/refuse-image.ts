import { imagePrompt } from '@/lib/client/chat/image-prompt';
import type { Attachment } from '@/lib/client/chat/types';

/**
 * Why a message to several models cannot be sent if it requests an image; null if it requests none. The image model would
 * draw, and charge, the same for each of them.
 */
export function refuseImage(text: string, attachments: readonly Attachment[]): string | null {
  if (imagePrompt({ text, attachments }) === null) return null;
  return 'Every column would get the same image. Use /image in a chat with one model.';
}
