import type { ChatMessage } from '@/lib/client/chat/types';

/** What a deletion removed. @param count the messages, including those after a version */
export function deletionText(role: ChatMessage['role'], count: number): string {
  const what = role === 'user' ? 'message' : 'answer';
  if (count === 1) return `Deleted the ${what}`;
  const after = count - 1;
  return `Deleted this version of the ${what} and ${after === 1 ? 'the message' : `the ${after} messages`} after it`;
}
