import type { SavedPrompt } from '../../../preferences/contract';

/** What is typed to fill in a saved prompt, without the slash: its name in one word. */
export function commandOf(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
}

/** What a message asks for while only a command is typed: the text after the slash; null for anything else. */
export function typedCommand(text: string): string | null {
  return /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** The prompts that match a typed command: those that begin with it first, then those that contain it. */
export function matchingPrompts(prompts: readonly SavedPrompt[], command: string): SavedPrompt[] {
  const rankOf = ({ name }: SavedPrompt) => {
    const at = commandOf(name).indexOf(command);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return prompts
    .filter((prompt) => rankOf(prompt) < 2)
    .sort((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name));
}

/** Where the next `{{blank}}` of a prompt begins and ends; null if there is none. @param from where to start */
export function nextBlank(text: string, from: number): { start: number; end: number } | null {
  const pattern = /\{\{[^{}\n]{0,200}\}\}/g;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}
