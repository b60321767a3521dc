/** The name under which this tab keeps the text of an unsent message. */
const nameOf = (key: string) => `farebox-draft-${key}`;

/** The key of a chat's draft. @param chatId null for a new chat */
export const draftKeyOf = (accountId: string, chatId: string | null): string => `${accountId}-${chatId ?? 'new'}`;

/** The text of an unsent message, as this tab keeps it; empty if there is none. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the text of an unsent message in this tab. @returns false if the browser refused */
export function writeDraft(key: string, text: string): boolean {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), text);
    return true;
  } catch {
    return false;
  }
}
