import { sleep } from '../../serve';
import { readFormNow } from '../read-form';
import { type ImageWire, type SeenCall, type SeenImageRequest, toBase64 } from '../wire';

/** OpenAI's images API, with the fields that servers of diffusion models add. */
export function openAiWire(): ImageWire {
  return {
    partOf: ({ path }) => (path.includes('/v1/images/') ? 'both' : 'other'),
    answer: async (_, play) => {
      if (play.workMs) await sleep(play.workMs);
      if (play.refusedContent) {
        const error = { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'Rejected.' };
        return { status: 400, type: 'application/json', body: JSON.stringify({ error }) };
      }
      const item = {
        b64_json: play.base64 ?? toBase64(play.image),
        ...(play.revisedPrompt !== undefined && { revised_prompt: play.revisedPrompt }),
        ...(play.seed !== undefined && { seed: play.seed }),
      };
      return { type: 'application/json', body: JSON.stringify({ created: 1, data: [item] }) };
    },
    refusal: (status, message) => ({ error: { message, type: 'some_error', code: null, param: null, status } }),
    read: ([request]) => (request ? readCall(request) : { model: '', authorized: false }),
    // A closed connection is all that this format has.
    stopped: (requests) => requests.some(({ left }) => left),
  };
}

function readCall(request: SeenImageRequest): SeenCall {
  const isForm = request.path.endsWith('/images/edits');
  const form = isForm ? readFormNow(request) : { texts: {}, files: [] };
  const body: Record<string, unknown> = isForm ? form.texts : (JSON.parse(request.body.toString()) as typeof body);
  const [width, height] = typeof body.size === 'string' ? body.size.split('x').map(Number) : [];
  const images = form.files.filter(({ name }) => name.startsWith('image')).map(({ bytes }) => bytes);
  const mask = form.files.find(({ name }) => name === 'mask')?.bytes;
  const [prompt, negative] = String(body.prompt).split('|');
  return {
    model: String(body.model),
    authorized: /^Bearer \S+$/.test(request.headers.authorization ?? ''),
    prompt,
    negativePrompt: (body.negative_prompt as string | undefined) ?? negative,
    width,
    height,
    quality: body.quality as string | undefined,
    steps: (body.num_inference_steps ?? body.step) as number | undefined,
    cfgScale: body.guidance_scale as number | undefined,
    seed: body.seed as number | undefined,
    ...(images.length > 0 && { images }),
    ...(mask && { mask }),
  };
}
