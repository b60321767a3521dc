/**
 * Why chats are not stored, or not all shown: storage is full; the browser refuses; it has not responded yet; the rows
 * are from a newer version of the page; an older tab holds the old rows; a newer tab has upgraded them; the browser
 * closed the store; rows cannot be read.
 */
export type StorageFault = 'full' | 'refused' | 'slow' | 'newer' | 'older-tab' | 'newer-tab' | 'closed' | 'damaged';

/** A fault of the whole store, not of single rows. */
export type StoreFault = Exclude<StorageFault, 'damaged'>;

/** Whether the store may still open, so that its rows may be shown later. */
export const isAwaited = (fault: StorageFault): boolean => fault === 'slow' || fault === 'older-tab';

/** The message shown to the user. */
export type StorageNotice = { fault: StorageFault; message: string };

const MESSAGES: Record<StoreFault, string> = {
  full: 'This browser’s storage is full. New messages are kept until this tab closes; export them, or delete old chats to make room.',
  refused: 'This browser does not store chats here. They are kept until this tab closes.',
  slow: 'This browser’s storage has not answered yet. Your saved chats appear as soon as it does; new messages are kept meanwhile.',
  newer:
    'A newer version of this page wrote the chats in this browser. They are left as they are; reload to get that version. New chats are kept until this tab closes.',
  'older-tab': 'An older tab of this page is open. Close it to see your saved chats; new messages are kept meanwhile.',
  'newer-tab': 'A newer version of this page is open in another tab. Reload to see your saved chats.',
  closed: 'The browser closed its storage. New messages are kept until this tab closes; reload to try again.',
};

/** The message for a fault. */
export function noticeOf(fault: StoreFault): StorageNotice {
  return { fault, message: MESSAGES[fault] };
}

/** The message for unreadable rows. @param count how many */
export function damageNotice(count: number): StorageNotice {
  const message =
    count === 1
      ? 'One stored chat or message cannot be read and is left out. It stays in this browser.'
      : `${count} stored chats or messages cannot be read and are left out. They stay in this browser.`;
  return { fault: 'damaged', message: message };
}

/** Classifies a failure of the browser's store. */
export function faultOf(cause: unknown): StoreFault {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'QuotaExceededError') return 'full';
  if (name === 'VersionError') return 'newer';
  if (name === 'BlockedError') return 'older-tab';
  if (name === 'TimeoutError') return 'slow';
  return 'refused';
}
