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
  const longest = Math.max(settings.prompt.trim().length, settings.negativePrompt.trim().length);
  if (longest > limit) {
    return `This model takes prompts of at most ${limit.toLocaleString('en')} characters; this one has ${longest.toLocaleString('en')}.`;
  }
  return null;
}
