import { showToast } from '@/components/ui/toast/toast';
import { fetchStore } from '@/lib/client/chat/fetch-store';

/** The format of an exported chat: everything, for import, or the visible branch as readable text. */
export type SavedForm = 'json' | 'markdown';

const load = () => import('@/lib/client/chat/file/export-chats');

/**
 * Saves chats as a file. Shows failures in a toast.
 * @param chatId the chat to export; null for all
 */
export async function exportChats(accountId: string, chatId: string | null, form: SavedForm = 'json'): Promise<void> {
  try {
    const [{ saveChats, saveMarkdown }, store] = await Promise.all([load(), fetchStore(accountId)]);
    if (form === 'markdown' && chatId !== null) return await saveMarkdown(store, chatId);
    const remark = await saveChats(store, chatId);
    if (remark !== null) showToast('message', 'Chats exported', { description: remark });
  } catch {
    showToast('error', 'The chats could not be exported', { description: 'Check your connection and try again.' });
  }
}
