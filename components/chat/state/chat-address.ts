/** The open chat is in the address, so that a reload and Back find it. */
export const CHAT_IN_ADDRESS = 'id';
/** Of a new chat: the slug of the character that is to answer. */
export const CHARACTER_IN_ADDRESS = 'character';
/** Of the open chat: the message to show. Shown once, then it leaves the address. */
export const MESSAGE_IN_ADDRESS = 'message';

/** Opens a chat without leaving the page: Next notices the address. Null opens a new one. */
export function visit(chatId: string | null): void {
  go(chatId === null ? {} : { [CHAT_IN_ADDRESS]: chatId });
}

/** Whether a new chat is open, made ready for nobody. */
export function isAtNewChat(): boolean {
  return window.location.pathname === '/chat' && window.location.search === '';
}

/** Opens a chat at one of its messages. */
export function visitAt(chatId: string, messageId: string): void {
  go({ [CHAT_IN_ADDRESS]: chatId, [MESSAGE_IN_ADDRESS]: messageId });
}

/** Opens a new chat in which a character answers. */
export function visitWith(character: string): void {
  go({ [CHARACTER_IN_ADDRESS]: character });
}

function go(parameters: Record<string, string>): void {
  const query = new URLSearchParams(parameters).toString();
  window.history.pushState(null, '', query === '' ? '/chat' : `/chat?${query}`);
}
