import { DOT, type ImagePlay, type ImageWire, type SeenCall, type SeenImageRequest, type ServerSocket } from '../wire';
import { readForm } from '../read-form';

/** The workflow of the scenarios, as exported for the API. It names its model, so that the server sees which one ran. */
export const COMFY_NODES = {
  '3': { class_type: 'KSampler', inputs: { seed: 0, steps: 20, cfg: 7, model: ['4', 0], positive: ['6', 0] } },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'some-model' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['4', 1] } },
  '9': { class_type: 'PreviewImage', inputs: { images: ['8', 0] } },
  '10': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  '11': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  '12': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  '13': { class_type: 'ImageScaleBy', inputs: { scale_by: 1, creativity: 0 } },
  '14': { class_type: 'LoraLoader', inputs: { strength_model: 1 } },
};

type Graph = Record<string, { inputs: Record<string, unknown> }>;

/** ComfyUI: a queue, a socket with progress and previews, a history, and stored images. */
export function comfyUiWire(): ImageWire {
  let promptId = '';
  let isDone = false;
  let isRunning = false;
  return {
    partOf: ({ method, path }) => (path === '/prompt' && method === 'POST' ? 'start' : partOfOther(path)),
    answer: (request, play, socket) => {
      const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
      const [path = ''] = request.path.split('?');
      if (path === '/prompt') {
        isRunning = true;
        promptId = (JSON.parse(request.body.toString()) as { prompt_id: string }).prompt_id;
        setTimeout(() => {
          report(play, socket, promptId);
          setTimeout(() => {
            isRunning = false;
            isDone = true;
            socket.send(JSON.stringify({ type: 'execution_success', data: { prompt_id: promptId } }));
          }, play.workMs ?? 0);
        }, 20);
        return json({ prompt_id: promptId, number: 1, node_errors: {} });
      }
      if (path === '/upload/image') {
        const name = `kept-${readForm(request).files[0]?.bytes.byteLength}.png`;
        return json({ name, subfolder: '', type: 'temp' });
      }
      if (path === `/history/${promptId}`) return json(isDone ? historyOf(play, promptId) : {});
      if (path === '/queue' && request.method === 'GET') {
        return json({ queue_running: isRunning ? [[1, promptId, {}]] : [], queue_pending: [] });
      }
      if (path === '/view') return { type: 'image/png', body: play.image ?? DOT.bytes };
      return { type: 'text/plain', body: '' };
    },
    refusal: (_, message) => ({
      error: { type: 'prompt_outputs_failed_validation', message },
      node_errors: { '5': { errors: [{ type: 'value_bigger_than_max', message, details: message }] } },
    }),
    read: readCall,
    stopped: (requests) =>
      requests.some(({ path, body }) => path === '/interrupt' && promptId !== '' && body.toString().includes(promptId)),
  };
}

function partOfOther(path: string): 'image' | 'other' {
  return path.startsWith('/view') ? 'image' : 'other';
}

function report({ progress }: ImagePlay, socket: ServerSocket, promptId: string): void {
  if (!progress) return;
  const data = { value: progress.share * 20, max: 20, prompt_id: promptId, node: '3' };
  // Of another client, which must not be reported.
  socket.send(JSON.stringify({ type: 'progress', data: { ...data, value: 20, prompt_id: 'prompt-0' } }));
  socket.send(JSON.stringify({ type: 'progress', data }));
  if (!progress.preview) return;
  socket.send(Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]), progress.preview]));
}

function historyOf({ refusedContent }: ImagePlay, promptId: string): object {
  const status = { status_str: refusedContent ? 'error' : 'success', completed: !refusedContent, messages: [] };
  const images = [{ filename: 'made.png', subfolder: '', type: 'temp' }];
  return { [promptId]: { status, outputs: { '9': { images } } } };
}

function readCall(requests: readonly SeenImageRequest[]): SeenCall {
  const sent = requests.find(({ path }) => path === '/prompt');
  const graph = sent ? (JSON.parse(sent.body.toString()) as { prompt: Graph }).prompt : {};
  const input = (node: string, name: string) => graph[node]?.inputs[name];
  const uploads = requests.filter(({ path }) => path === '/upload/image');
  const bytesOf = (name: unknown) =>
    uploads
      .map((request) => readForm(request).files[0]?.bytes)
      .find((bytes) => name === `kept-${bytes?.byteLength}.png [temp]`);
  const images = ['10', '11'].flatMap((node) => bytesOf(input(node, 'image')) ?? []);
  const mask = bytesOf(input('12', 'image'));
  return {
    model: String(input('4', 'ckpt_name')),
    authorized: /^Bearer \S+$/.test(sent?.headers.authorization ?? ''),
    prompt: input('6', 'text') as string,
    negativePrompt: input('7', 'text') as string,
    width: input('5', 'width') as number,
    height: input('5', 'height') as number,
    steps: input('3', 'steps') as number,
    cfgScale: input('3', 'cfg') as number,
    seed: input('3', 'seed') as number,
    loraStrength: input('14', 'strength_model') as number,
    ...(images.length > 0 && { images }),
    ...(mask && { mask }),
    scale: input('13', 'scale_by') as number,
    creativity: input('13', 'creativity') as number,
  };
}
