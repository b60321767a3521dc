import type { ChatSettings } from '@/lib/client/chat/types';

/** Settings with other web options. What is off is absent, because a chat is stored and compared by what was chosen. */
export function withWeb(settings: ChatSettings, change: Pick<ChatSettings, 'webSearch' | 'readLinks'>): ChatSettings {
  const { webSearch, readLinks, ...others } = { ...settings, ...change };
  return { ...others, ...(webSearch && { webSearch }), ...(readLinks && { readLinks }) };
}
