import type { Attachment } from '@/lib/client/chat/types';

/** What goes with a message that is not sent yet. */
export type DraftAttachments = {
  items: readonly Attachment[];
  /** Why files were not taken, a sentence each. */
  problems: readonly string[];
  /** How many files are being read. */
  reading: number;
};
