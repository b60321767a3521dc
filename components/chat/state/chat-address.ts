/** The query parameter with the open chat's ID, so that reload and Back work. */
export const CHAT_IN_ADDRESS = 'id';
/** The query parameter of a new chat: the slug of its character. */
export const CHARACTER_IN_ADDRESS = 'character';
/** The query parameter of the open chat: the message to show. It is removed once shown. */
export const MESSAGE_IN_ADDRESS = 'message';

/** Opens a chat without leaving the page: Next notices the new URL. Null opens a new chat. */
export function visit(chatId: string | null): void {
  go(chatId === null ? {} : { [CHAT_IN_ADDRESS]: chatId });
}

/** Whether an empty new chat without a character is open. */
export function isAtNewChat(): boolean {
  return window.location.pathname === '/chat' && window.location.search === '';
}

/** Opens a chat at one of its messages. */
export function visitAt(chatId: string, messageId: string): void {
  go({ [CHAT_IN_ADDRESS]: chatId, [MESSAGE_IN_ADDRESS]: messageId });
}

/** Opens a new chat with a character. */
export function visitWith(character: string): void {
  go({ [CHARACTER_IN_ADDRESS]: character });
}

function go(parameters: Record<string, string>): void {
  const query = new URLSearchParams(parameters).toString();
  window.history.pushState(null, '', query === '' ? '/chat' : `/chat?${query}`);
}
