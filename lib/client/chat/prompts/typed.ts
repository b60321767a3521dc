/** What a message asks for while only a command is typed: the text after the slash; null for anything else. */
export function typedCommand(text: string): string | null {
  return /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Where the next `{{blank}}` of a prompt begins and ends; null if there is none. @param from where to start */
export function nextBlank(text: string, from: number): { start: number; end: number } | null {
  const pattern = /\{\{[^{}\n]{0,200}\}\}/g;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}
