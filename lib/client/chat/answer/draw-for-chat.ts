import { newId } from '../../../core/ids';
import { apiFailure } from '../../failure';
import { generateBody } from '../../images/request/generate-body';
import { streamImages } from '../../images/request/stream-images';
import { DEFAULT_IMAGE_SETTINGS } from '../../images/settings/default-settings';
import { listStudioModels } from '../../images/studio-models';
import type { DrawForChat } from './image-command';

/** Draws with the default image model. @throws ApiFailure `MODEL_NOT_FOUND` if none is served */
export const drawForChat: DrawForChat = async (prompt, signal) => {
  const [model] = (await listStudioModels(signal)).draw;
  if (!model) throw apiFailure({ status: 404, code: 'MODEL_NOT_FOUND', message: 'No image model is available.' });
  const body = generateBody({ ...DEFAULT_IMAGE_SETTINGS, prompt }, model);
  return { modelId: model.id, events: streamImages(body, { key: newId(), signal }) };
};
