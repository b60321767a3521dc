import type { ImageCall, ImageResult } from '../providers/image-spec';
import { callUpstreams } from '../providers/routing/call-upstreams';
import type { ImagePlan } from './plan/plan-image';

/** What a call has in addition to its plan. */
export type CallOfVariant = Pick<
  ImageCall,
  'account' | 'onRoute' | 'onProgress' | 'signal' | 'styleReferences' | 'output'
> & {
  seed: number;
};

/**
 * Requests one planned image from the model's upstreams.
 * @throws see `callUpstreams` and `ImageModel`
 */
export function callImage(plan: ImagePlan, variant: CallOfVariant): Promise<ImageResult> {
  const { model, prompt, enrichedPrompt, negativePrompt, size, steps, cfgScale, loraStrength, style } = plan;
  const call: ImageCall = {
    // `callUpstreams` replaces this with the upstream's name of the model.
    model: model.id,
    prompt: enrichedPrompt ?? prompt,
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...size,
    ...(steps !== undefined && { steps }),
    ...(cfgScale !== undefined && { cfgScale }),
    ...(loraStrength !== undefined && { loraStrength }),
    ...(style && { style }),
    ...variant,
  };
  return callUpstreams(model, call, ({ drawImage }) => drawImage);
}
