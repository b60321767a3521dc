import type { Metadata } from 'next';
import { CharactersView } from '@/components/characters/characters-view';

export const metadata: Metadata = { title: 'Characters' };

/** The public characters, and the visitor's own. */
export default function CharactersPage() {
  return <CharactersView />;
}
