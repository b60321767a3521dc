import { type ChatLocation, chatRequest } from './chat-request';
import type { SampleRequest } from './request';

/** A sample request with a model, by its type; null for models that cannot be called. */
export function modelRequest(model: { id: string; type: string }, location: ChatLocation): SampleRequest | null {
  switch (model.type) {
    case 'text':
      return chatRequest(
        { model: model.id, messages: [{ role: 'user', content: 'Why do tickets have holes?' }] },
        location,
      );
    case 'image':
      return imageRequest('/image/generate', location, 'image.webp', {
        model: model.id,
        prompt: 'A red kite above a lighthouse',
        return_binary: true,
      });
    case 'inpaint':
      return imageRequest('/image/edit', location, 'image.png', {
        model: model.id,
        prompt: 'Make it black and white',
        image: 'https://example.com/photo.png',
      });
    default:
      return null;
  }
}

/** A request whose answer is an image. */
function imageRequest(path: string, { origin, serviceId }: ChatLocation, savesAs: string, body: object): SampleRequest {
  return {
    base: `${origin}/api/v1`,
    operationId: '',
    method: 'POST',
    path,
    query: [],
    body,
    withKey: true,
    serviceId,
    savesAs,
  };
}
