import type { Starter } from '../start/starters';

/** The first of them. */
export const FIRST_QUESTION = 'Hello! Who are you, and what can I ask you?';

/** Example questions that suit every character. */
export const CHARACTER_STARTERS: readonly Starter[] = [
  { title: 'Say hello', prompt: FIRST_QUESTION },
  { title: 'Get a suggestion', prompt: 'Give me three questions that you would like to be asked, and why.' },
  { title: 'Leave the choice', prompt: 'Choose a topic that suits you, and begin.' },
  { title: 'Hear a story', prompt: 'Tell me about a day that you remember well.' },
];
