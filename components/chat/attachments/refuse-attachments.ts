import { MAX_CHARACTERS_IN_ALL, sizeText } from '@/lib/client/attachments/bounds';
import type { Attachment, ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { supportedBy } from '../composer/model-labels';

/**
 * Why the chosen model cannot receive a message with these attachments, and what to do instead; null if it can.
 * @param path the earlier messages, which are sent again
 */
export function refuseAttachments(
  draft: readonly Attachment[],
  path: readonly ChatMessage[],
  { model, models }: { model: TextWireModel | null; models: readonly TextWireModel[] },
): string | null {
  const earlier = path.flatMap(({ attachments = [] }) => attachments);
  const all = [...earlier, ...draft];
  if (all.length === 0 || model === null) return null;
  const { capabilities } = model.model_spec;
  const images = all.filter(({ kind }) => kind === 'image').length;
  if (images > 0 && !capabilities.supportsVision) {
    const where = draft.some(({ kind }) => kind === 'image') ? '' : ', and this chat contains some';
    return `${nameOf(model)} does not support images${where}. ${supportedBy(models, (can) => can.supportsVision)}`;
  }
  const most = capabilities.supportsMultipleImages ? capabilities.maxImages : undefined;
  if (most !== undefined && images > most) {
    return `${nameOf(model)} accepts at most ${most} images per request; this chat would have ${images}.`;
  }
  const characters = all.reduce((sum, { url }) => sum + url.length, 0);
  if (characters > MAX_CHARACTERS_IN_ALL) {
    const limit = sizeText((MAX_CHARACTERS_IN_ALL / 4) * 3);
    return `The attachments of a chat can have at most ${limit} in total, because all of them are sent with each message. Remove some, or start a new chat.`;
  }
  return null;
}
