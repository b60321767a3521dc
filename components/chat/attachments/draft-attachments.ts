import type { Attachment } from '@/lib/client/chat/types';

/** The attachments of an unsent message. */
export type DraftAttachments = {
  items: readonly Attachment[];
  /** Why files were rejected, one sentence each. */
  problems: readonly string[];
  /** How many files are being read. */
  reading: number;
};
