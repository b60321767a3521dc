import { IMAGE_BOUNDS } from '../settings/bounds';
import type { DrawModel } from '../studio-models';
import type { ImageSettings } from '../types';

/** Why these settings cannot be sent, as a sentence; null if they can. @param pending the models are still loading */
export function blockedReason(
  settings: ImageSettings,
  model: DrawModel | null,
  { pending, served }: { pending: boolean; served: number },
): string | null {
  if (pending) return 'The models are still loading.';
  if (served === 0) return 'No image model is available yet.';
  if (!model) return `${settings.model ?? 'This model'} is no longer available. Choose another model.`;
  if (settings.prompt.trim() === '') return 'Describe the image first.';
  const { promptCharacterLimit: limit } = model.model_spec.constraints;
  const { promptCharacters } = IMAGE_BOUNDS;
  return (
    tooLong('The prompt', settings.prompt, Math.min(limit, promptCharacters)) ??
    tooLong('The negative prompt', settings.negativePrompt, promptCharacters)
  );
}

function tooLong(field: string, text: string, most: number): string | null {
  const { length } = text.trim();
  if (length <= most) return null;
  return `${field} has ${length.toLocaleString('en')} characters; at most ${most.toLocaleString('en')} are possible.`;
}
