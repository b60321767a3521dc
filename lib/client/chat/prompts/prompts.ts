import type { SavedPrompt } from '../../../preferences/contract';

/** What is typed to fill in a saved prompt, without the slash: its name in one word. */
export function commandOf(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
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
