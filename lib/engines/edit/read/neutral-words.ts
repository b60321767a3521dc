/** Words that say nothing about what an instruction is about, besides articles. */
const NEUTRAL = new Set(
  `please can could you would i want need to like the this that it its image picture photo photograph pic scene shot
  everything whole entire all of make makes making turn convert change give apply add put set do render have use a an
  some more bit little effect filter look looks looking style styled and with by into in on up me my now just be so very
  much lot too again image's overall level levels amount colors color colour colours tone tones is as for at from
  completely totally fully result version same slightly get adjust edit treatment`.split(/\s+/),
);

/** Whether a lowercase text consists only of words that say nothing about what an instruction is about. */
export function isNeutral(text: string): boolean {
  return (text.match(/[\p{L}\p{N}#%':"]+/gu) ?? []).every((word) => NEUTRAL.has(word));
}

/**
 * Whether a lowercase text is about a pattern and nothing else: without the pattern's first match, only neutral words
 * are left.
 */
export function isOnlyAbout(text: string, pattern: RegExp): boolean {
  const match = pattern.exec(text);
  if (!match) return false;
  return isNeutral(`${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`);
}
