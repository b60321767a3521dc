import type { Character } from '@/lib/characters/contract';
import type { Starter } from '../start/starters';

/** The first one, which suits every character. */
export const FIRST_QUESTION = 'Hello! Who are you, and what can I ask you?';

/** Example questions to a character. */
export function startersOf({ tags }: Pick<Character, 'tags'>): readonly Starter[] {
  const [topic] = tags;
  return [
    { title: 'Say hello', prompt: FIRST_QUESTION },
    { title: 'Get a suggestion', prompt: 'Give me three questions that you would like to be asked, and why.' },
    topic === undefined
      ? { title: 'Start somewhere', prompt: 'Choose a topic that suits you, and begin.' }
      : { title: topic, prompt: `Let us talk about “${topic}”. Where do we begin?` },
    { title: 'Hear a story', prompt: 'Tell me about a day that you remember well.' },
  ];
}
