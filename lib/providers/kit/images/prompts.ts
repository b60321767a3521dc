import type { ImageCall } from '../../image-spec';

/** Settings inside a prompt that a server of stable-diffusion.cpp would obey, such as any number of steps. */
const EMBEDDED_SETTINGS = /<\/?sd_cpp_extra_args>/gi;

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

/** A prompt without the marks of settings that only the service may choose. */
export function withoutSettings(prompt: string): string {
  let text = prompt;
  // Removing one mark may join the halves of another.
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(EMBEDDED_SETTINGS, '');
  }
  return text;
}
