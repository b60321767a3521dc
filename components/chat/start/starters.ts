/** An example question. */
export type Starter = { title: string; prompt: string };

/** The embedded model that is too small for facts, tables, and code. */
export const SMALL_MODEL = 'smollm2-135m';

/** Example questions: each shows another feature of the page. */
export const STARTERS: readonly Starter[] = [
  { title: 'Explain something', prompt: 'Explain in three sentences what a token is to a language model.' },
  { title: 'Write code', prompt: 'Write a Python function that counts the words of a text, with an example.' },
  {
    title: 'Make a table',
    prompt: 'Make a Markdown table of the four seasons: months in Europe, usual weather, one thing to do.',
  },
  { title: 'Rewrite a text', prompt: 'Rewrite this as a polite email: “Invoice is late. Pay now.”' },
];

/** What the small embedded model can answer: free texts, in which nothing can be wrong. */
const SMALL_STARTERS: readonly Starter[] = [
  { title: 'Explain something', prompt: 'Explain in three sentences why people need sleep.' },
  { title: 'Tell a story', prompt: 'Write a short story about a lighthouse keeper who finds a letter.' },
  { title: 'Write a message', prompt: 'Write a friendly birthday message for a colleague.' },
  { title: 'Collect ideas', prompt: 'What could I do on a rainy Sunday at home?' },
];

/** The example questions for a model. @param modelId null while it is unknown */
export function startersFor(modelId: string | null): readonly Starter[] {
  return modelId === SMALL_MODEL ? SMALL_STARTERS : STARTERS;
}
