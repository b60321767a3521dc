/**
 * The service's own system prompt where the operator has set none (docs/api-rules.md, "System prompts"). Short, because
 * every caller pays for it, and plain, because it also precedes prompts that ask for JSON or code.
 */
export const DEFAULT_SYSTEM_PROMPT =
  "You are a helpful assistant. Answer accurately and in the user's language, and say so when you do not know.";
