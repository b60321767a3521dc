import type { ImageCall } from '../../image-spec';

/** Settings inside a prompt that a server of stable-diffusion.cpp would obey, such as any number of steps. */
const SETTINGS_MARKS = ['<sd_cpp_extra_args>', '</sd_cpp_extra_args>'];

/** The prompts of a call with the texts of its style, for upstreams that know no style presets. */
export function promptsOf({ prompt, negativePrompt, style }: Pick<ImageCall, 'prompt' | 'negativePrompt' | 'style'>): {
  prompt: string;
  negativePrompt?: string;
} {
  const negative = [negativePrompt, style?.negativePrompt].filter((text) => text !== undefined && text !== '');
  return {
    prompt: withoutSettings(style ? `${prompt}, ${style.prompt}` : prompt),
    ...(negative.length > 0 && { negativePrompt: withoutSettings(negative.join(', ')) }),
  };
}

/**
 * A prompt without the marks of settings that only the service may choose, also not one whose halves are joined by
 * removing another. In linear time.
 */
export function withoutSettings(prompt: string): string {
  const kept: string[] = [];
  for (const character of prompt) {
    kept.push(character);
    if (character !== '>') continue;
    const mark = SETTINGS_MARKS.find((one) => endsWith(kept, one));
    if (mark !== undefined) kept.length -= mark.length;
  }
  return kept.join('');
}

function endsWith(characters: readonly string[], mark: string): boolean {
  const start = characters.length - mark.length;
  return [...mark].every((letter, at) => characters[start + at]?.toLowerCase() === letter);
}
