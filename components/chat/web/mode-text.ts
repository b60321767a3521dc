import { formatMoney } from '@/components/ui/show/money-text';
import type { ChatSettings } from '@/lib/client/chat/types';
import { SEARCH_USD } from '@/lib/client/search/prices';

/** What the choice of a chat's search does, and what it costs. */
export function modeText({ webSearch, readLinks }: Pick<ChatSettings, 'webSearch' | 'readLinks'>): string {
  const price = formatMoney(SEARCH_USD, 'USD', { exact: true });
  if (webSearch === 'auto') return `Searches when a message needs it. A search costs ${price}.`;
  if (webSearch === 'on') return `Searches for every message, ${price} each.`;
  return readLinks === true
    ? 'Answers come from the model and from the pages that messages link to.'
    : 'Answers come from the model alone.';
}
