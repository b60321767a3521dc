import { sleep } from '../../serve';
import { type ImagePlay, type ImageWire, type SeenCall, type SeenImageRequest, toBase64 } from '../wire';

/** The API of AUTOMATIC1111: one work at a time, with its progress, and a way to interrupt it. */
export function automatic1111Wire(): ImageWire {
  let task: string | undefined;
  let interrupted = false;
  const work = async (request: SeenImageRequest, { workMs = 0, ...play }: ImagePlay) => {
    task = String(bodyOf(request).force_task_id);
    for (let waited = 0; waited < workMs && !interrupted; waited += 10) await sleep(10);
    task = undefined;
    const image = play.base64 ?? toBase64(play.image);
    if (request.path.endsWith('/extra-single-image')) return { image, html_info: '' };
    return { images: [image], parameters: {}, info: JSON.stringify({ seed: play.seed ?? bodyOf(request).seed }) };
  };
  return {
    partOf: ({ path }) => (/\/sdapi\/v1\/(txt2img|img2img|extra-single-image)$/.test(path) ? 'both' : 'other'),
    answer: async (request, play) => {
      const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
      if (request.path === '/sdapi/v1/interrupt' && request.method === 'POST') {
        interrupted = true;
        return json({});
      }
      if (!request.path.startsWith('/sdapi/v1/progress')) return json(await work(request, play));
      const { share = 0, preview } = play.progress ?? {};
      return json({
        progress: share,
        state: { job: 'scripts_txt2img' },
        current_image: preview ? toBase64(preview) : null,
        current_task: task ?? null,
      });
    },
    refusal: (_, message) => ({ error: 'HTTPException', detail: message, body: '', errors: '' }),
    read: (requests) => readCall(requests.find(({ body }) => body.byteLength > 0)),
    stopped: (requests) => requests.some(({ path }) => path === '/sdapi/v1/interrupt'),
  };
}

function bodyOf({ body }: SeenImageRequest): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

function readCall(request: SeenImageRequest | undefined): SeenCall {
  if (!request) return { model: '', authorized: false };
  const body = bodyOf(request);
  const settings = body.override_settings as { sd_model_checkpoint?: string } | undefined;
  const inputs = [body.image ?? body.init_images ?? []].flat() as string[];
  const mask = body.mask as string | undefined;
  const credentials = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return {
    model: settings?.sd_model_checkpoint ?? String(body.upscaler_1),
    authorized: Buffer.from(credentials, 'base64').toString().includes(':'),
    prompt: body.prompt as string | undefined,
    negativePrompt: body.negative_prompt as string | undefined,
    width: body.width as number | undefined,
    height: body.height as number | undefined,
    steps: body.steps as number | undefined,
    cfgScale: body.cfg_scale as number | undefined,
    seed: body.seed as number | undefined,
    ...(inputs.length > 0 && { images: inputs.map((image) => new Uint8Array(Buffer.from(image, 'base64'))) }),
    ...(mask !== undefined && { mask: new Uint8Array(Buffer.from(mask, 'base64')) }),
    scale: body.upscaling_resize as number | undefined,
  };
}
