import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workflow } from '../../models/service-file/workflow';
import { type ImageUpstream, startImageUpstream } from '../conformance/images/image-upstream';
import { COMFY_NODES, comfyUiWire } from '../conformance/images/wires/comfyui';
import { DOT } from '../conformance/images/wire';
import type { EditCall, ImageCall, ImageProgress } from '../image-spec';
import { makeComfyUi } from './provider';

let upstream: ImageUpstream;
beforeAll(async () => {
  upstream = await startImageUpstream(comfyUiWire);
});
afterAll(() => upstream.stop());

const at = (node: string, input: string) => ({ node, input });
const workflow = (inputs: Workflow['inputs'], output?: string): Workflow => ({
  nodes: COMFY_NODES,
  inputs,
  ...(output !== undefined && { output }),
});
const image = [at('10', 'image')];
const workflows = new Map([
  ['draws', workflow({ prompt: [at('6', 'text'), at('7', 'text')] }, '9')],
  ['promptless', workflow({})],
  ['elsewhere', workflow({ prompt: [at('6', 'text')] }, '10')],
  ['masks', workflow({ prompt: [at('6', 'text')], image, mask: [at('12', 'image')] })],
  ['combines', workflow({ prompt: [at('6', 'text')], image: [...image, at('11', 'image')] })],
  ['cuts', workflow({ image })],
]);
const provider = () => makeComfyUi({ id: 'lab', baseUrl: upstream.origin, workflows, times: { wholeMs: 8_000 } });
const call = (model: string, more: Partial<ImageCall> = {}): ImageCall => {
  const { signal } = new AbortController();
  return { model, prompt: 'a kite', width: 64, height: 64, seed: 1, signal, ...more };
};
const edit = (model: string, more: Partial<EditCall> = {}): EditCall => {
  const { signal } = new AbortController();
  return { model, prompt: 'bluer', images: [DOT], signal, ...more };
};
const sent = () => upstream.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const soon = (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 5_000 }).toBe(true);
/** The id that the adapter gave its prompt. */
const promptId = () => {
  const submitted = upstream.requests.find(({ path }) => path === '/prompt');
  return (JSON.parse(submitted?.body.toString() ?? '{}') as { prompt_id?: string }).prompt_id ?? 'none';
};

it('puts one value into several inputs, and leaves the workflow of the service file as it is', async () => {
  upstream.play({});
  await provider().drawImage?.(call('draws'));
  expect(upstream.wire().read(upstream.requests)).toMatchObject({
    prompt: 'a kite',
    negativePrompt: 'a kite',
    steps: 20,
  });
  expect(COMFY_NODES['6'].inputs.text).toBe('');
});

it('removes a prompt from the history of the server', async () => {
  upstream.play({});
  await provider().drawImage?.(call('draws'));
  const deleted = JSON.stringify({ delete: [promptId()] });
  await soon(() => upstream.requests.some(({ path, body }) => path === '/history' && body.toString() === deleted));
  expect(sent()).not.toContain('POST /interrupt');
});

it('stops a workflow whose caller left while it was submitted', async () => {
  upstream.play({ delayMs: 500, workMs: 20_000 });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('left')), 200);
  await expect(provider().drawImage?.(call('draws', { signal: controller.signal }))).rejects.toThrow('left');
  await soon(() => upstream.wire().stopped(upstream.requests));
});

it('follows the id that an older server chose itself', async () => {
  upstream.play({ raw: { type: 'application/json', text: '{"prompt_id":"prompt-9"}' } });
  // The wire format of the tests knows no such prompt.
  await expect(provider().drawImage?.(call('draws'))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  expect(sent()).toContain('GET /history/prompt-9');
});

it('goes on without its socket', async () => {
  upstream.play({ workMs: 700 });
  setTimeout(() => upstream.closeSockets(), 300);
  const result = await provider().drawImage?.(call('draws'));
  expect(result?.image?.mime).toBe('image/png');
  expect(upstream.sockets()).toEqual({ open: 0, opened: 1 });
});

it('reports no progress of other prompts', async () => {
  upstream.play({ workMs: 200, progress: { share: 0.25 } });
  const reports: ImageProgress[] = [];
  await provider().drawImage?.(call('draws', { onProgress: (report) => reports.push(report) }));
  expect(reports).toEqual([{ share: 0.25 }]);
});

it('reports a workflow that failed as our own failure', async () => {
  upstream.play({ refusedContent: true });
  await expect(provider().drawImage?.(call('draws'))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
});

it('is offline for a model without a workflow, without a prompt, or whose workflow the server refuses', async () => {
  upstream.play({});
  await expect(provider().drawImage?.(call('unknown'))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  await expect(provider().drawImage?.(call('promptless'))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  await expect(provider().editImage?.(edit('draws'))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  await expect(provider().editImage?.(edit('cuts'))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  expect(upstream.requests).toEqual([]);
  const errors = [{ type: 'value_not_in_list', details: 'ckpt_name' }];
  const text = JSON.stringify({ error: { type: 'x', message: 'y' }, node_errors: { '4': { errors } } });
  upstream.play({ raw: { status: 400, type: 'application/json', text } });
  await expect(provider().drawImage?.(call('draws'))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
});

it('takes the image of the node that the service file names', async () => {
  upstream.play({});
  await expect(provider().drawImage?.(call('elsewhere'))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
});

it('uploads a mask, and requires it if the workflow does', async () => {
  upstream.play({});
  const mask = { bytes: Buffer.concat([DOT.bytes, Buffer.from([0])]), mime: 'image/png' as const };
  expect(await provider().editImage?.(edit('masks', { mask }))).not.toHaveProperty('notApplied');
  const seen = upstream.wire().read(upstream.requests);
  expect(seen.mask?.byteLength).toBe(mask.bytes.byteLength);
  upstream.play({});
  await expect(provider().editImage?.(edit('masks'))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    options: { issues: [{ path: ['mask'] }] },
  });
  expect(upstream.requests).toEqual([]);
});

it('gives each input its image, and takes exactly as many', async () => {
  upstream.play({});
  const second = { ...DOT, bytes: Buffer.concat([DOT.bytes, Buffer.from([0, 0])]) };
  await provider().editImage?.(edit('combines', { images: [second, DOT] }));
  const sizes = upstream
    .wire()
    .read(upstream.requests)
    .images?.map(({ byteLength }) => byteLength);
  expect(sizes).toEqual([second.bytes.byteLength, DOT.bytes.byteLength]);
  await expect(provider().editImage?.(edit('combines'))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

it('removes a background by a workflow', async () => {
  upstream.play({});
  const { signal } = new AbortController();
  const result = await provider().removeBackground?.({ model: 'cuts', image: DOT, signal });
  expect(result?.image?.mime).toBe('image/png');
});
