import { modelOffline } from '../../providers/kit/map-error';
import { findProvider } from '../../providers/registry';
import { imageScreening } from './screening';
import { hasListedWord } from './word-list';

/**
 * Whether a prompt violates the operator's screening (docs/service-file.md, "Screening of image prompts"); never if there
 * is none. A violation is answered with `blackImage` and costs nothing. Negative prompts are not screened: they say what
 * an image must not show.
 * @throws ApiError if the moderation model does not answer: such a prompt must not be drawn
 */
export async function screenPrompt(prompt: string, signal: AbortSignal): Promise<{ isViolation: boolean }> {
  const screening = imageScreening();
  if (screening === null) return { isViolation: false };
  if (hasListedWord(prompt, screening.words)) return { isViolation: true };
  if (screening.moderation === undefined) return { isViolation: false };
  const { provider, model } = screening.moderation;
  const moderate = findProvider(provider)?.moderate;
  // The service file is checked for this; an automatic provider may have been removed since.
  if (!moderate) throw modelOffline();
  const { isFlagged } = await moderate({ text: prompt, signal, ...(model !== undefined && { model }) });
  return { isViolation: isFlagged };
}
