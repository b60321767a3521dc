'use client';

import { BookOpen } from 'lucide-react';
import { useDocsSearch } from '@/components/docs/frame/use-docs-search';
import { useGo } from '../navigation/use-go';
import type { FoundCommands } from './use-commands';

/** What a full-text search over the API reference finds, as commands that open it. */
export function useDocsCommands(typed: string): FoundCommands {
  const go = useGo();
  const { hits, pending } = useDocsSearch(typed);
  const commands = hits.map(({ href, title, section, excerpt }) => ({
    ...{ id: `docs ${href} ${section ?? ''}`, group: 'Docs' as const, keywords: '', note: excerpt, icon: BookOpen },
    label: section === null ? title : `${title}: ${section}`,
    run: () => go(href),
  }));
  return { commands, pending };
}
