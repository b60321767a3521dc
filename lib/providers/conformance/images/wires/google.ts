import { sleep } from '../../serve';
import { type ImagePlay, type ImageWire, type SeenCall, type SeenImageRequest, toBase64 } from '../wire';

/** Google's `models/…:generateContent` with images, and `:predict` of Imagen. */
export function googleImageWire(): ImageWire {
  return {
    partOf: ({ path }) => (/:(generateContent|predict)$/.test(path) ? 'both' : 'other'),
    answer: async ({ path }, play) => {
      if (play.workMs) await sleep(play.workMs);
      const value = path.endsWith(':predict') ? predictions(play) : candidates(play);
      return { type: 'application/json', body: JSON.stringify(value) };
    },
    refusal: (status, message) => ({ error: { code: status, message, status: 'SOME_STATUS' } }),
    read: ([request]) => (request ? readCall(request) : { model: '', authorized: false }),
    stopped: (requests) => requests.some(({ left }) => left),
  };
}

function candidates(play: ImagePlay): object {
  if (play.refusedContent) return { candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }] };
  const data = play.base64 ?? toBase64(play.image);
  const parts = [{ text: 'Here it is.' }, { inlineData: { mimeType: 'image/png', data } }];
  return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] };
}

function predictions(play: ImagePlay): object {
  if (play.refusedContent) return {};
  const bytesBase64Encoded = play.base64 ?? toBase64(play.image);
  const { revisedPrompt: prompt } = play;
  return { predictions: [{ mimeType: 'image/png', bytesBase64Encoded, ...(prompt !== undefined && { prompt }) }] };
}

type Part = { text?: string; inlineData?: { data: string } };
type Body = {
  contents?: { parts: Part[] }[];
  generationConfig?: { seed?: number; imageConfig?: { aspectRatio?: string; imageSize?: string } };
  instances?: { prompt: string }[];
  parameters?: { aspectRatio?: string; imageSize?: string };
};

function readCall(request: SeenImageRequest): SeenCall {
  const body = JSON.parse(request.body.toString()) as Body;
  const [, model = ''] = /\/models\/([^/:]+):/.exec(request.path) ?? [];
  const parts = body.contents?.[0]?.parts ?? [];
  const config = body.generationConfig?.imageConfig ?? body.parameters;
  const images = parts.flatMap(({ inlineData }) =>
    inlineData ? [new Uint8Array(Buffer.from(inlineData.data, 'base64'))] : [],
  );
  return {
    model: decodeURIComponent(model),
    authorized: /^\S+$/.test(String(request.headers['x-goog-api-key'] ?? '')),
    prompt: body.instances?.[0]?.prompt ?? parts.map(({ text = '' }) => text).join(''),
    aspectRatio: config?.aspectRatio,
    resolution: config?.imageSize,
    seed: body.generationConfig?.seed,
    ...(images.length > 0 && { images }),
  };
}
