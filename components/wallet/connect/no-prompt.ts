/** What helps when a wallet was asked for something and shows nothing. */
export const NO_PROMPT =
  'If your wallet shows no request, open it from your browser’s toolbar, and unlock it if it is locked.';
