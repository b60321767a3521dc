import type { ImageModel } from '../image-spec';
import { unsignedSeed } from '../kit/images/unsigned-seed';
import { drawFieldsOf, notApplied } from '../kit/images/fields';
import type { PutImage } from '../kit/images/json-body';
import { promptsOf } from '../kit/images/prompts';
import { readDrawn } from './read-drawn';
import { runJob } from './run-job';
import { AUTOMATIC1111_FIELDS, type Automatic1111 } from './upstream';

/**
 * What all requests to draw and to edit have: one image, which the server does not store, by the model of the call.
 * @param taskId the name under which it runs
 */
export function sharedFields(model: string, taskId: string): Record<string, unknown> {
  return {
    force_task_id: taskId,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    override_settings: { sd_model_checkpoint: model },
    // Loading the previous model again after every request would take longer than most of them.
    override_settings_restore_afterwards: false,
  };
}

/** Drawing by a server of this kind (`txt2img`). @throws see `ImageModel` and `runJob` */
export function automatic1111Draw(upstream: Automatic1111): ImageModel {
  return async (call) => {
    const { prompt, negativePrompt = '' } = promptsOf(call);
    const { width, height, steps, cfgScale, seed } = call;
    const makeBody = (_put: PutImage, taskId: string) => ({
      prompt,
      negative_prompt: negativePrompt,
      width,
      height,
      seed: unsignedSeed(seed),
      ...(steps !== undefined && { steps }),
      ...(cfgScale !== undefined && { cfg_scale: cfgScale }),
      ...sharedFields(call.model, taskId),
    });
    const result = await runJob(upstream, { path: '/txt2img', makeBody, read: readDrawn }, call);
    return { ...result, ...notApplied(drawFieldsOf(call), AUTOMATIC1111_FIELDS.draw ?? {}) };
  };
}
