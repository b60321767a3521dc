/** Example questions: each shows another feature of the page, and small models can handle them. */
export const STARTERS: readonly { title: string; prompt: string }[] = [
  { title: 'Explain something', prompt: 'Explain in three sentences what a token is to a language model.' },
  { title: 'Write code', prompt: 'Write a Python function that counts the words of a text, with an example.' },
  {
    title: 'Make a table',
    prompt: 'Make a Markdown table of the four seasons: months in Europe, usual weather, one thing to do.',
  },
  { title: 'Rewrite a text', prompt: 'Rewrite this as a polite email: “Invoice is late. Pay now.”' },
];
