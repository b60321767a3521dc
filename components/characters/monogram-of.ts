/** What is shown for a character instead of a photo. `hue` is in degrees. */
export type MonogramStyle = { letters: string; hue: number };

/**
 * A character's letters and color, always the same for a slug. Photos from other origins are not loaded: the content
 * security policy blocks them, and they would reveal to third parties who looks at what.
 */
export function monogramOf({ name, slug }: { name: string; slug: string }): MonogramStyle {
  const words = name
    .split(/[\s\-–—/]+/)
    .flatMap((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? []);
  const letters = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : ''].join('') : [...name][0];
  let hash = 0;
  for (const letter of slug) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return { letters: (letters ?? '').toLocaleUpperCase('en'), hue: hash };
}
