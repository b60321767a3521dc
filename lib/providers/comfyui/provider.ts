import type { BoundName, Workflow } from '../../models/service-file/workflow';
import type { BackgroundRemover, EncodedImage, ImageCall, ImageEditor, ImageModel, ImageUpscaler } from '../image-spec';
import type { Provider } from '../spec';
import { unsignedSeed } from '../kit/images/unsigned-seed';
import { type CarriedFields, drawFieldsOf, editFieldsOf, notApplied, UPSCALE_FIELDS } from '../kit/images/fields';
import type { ImageRequests } from '../kit/images/ask';
import { promptsOf } from '../kit/images/prompts';
import { modelOffline } from '../kit/map-error';
import { sizeOfEdit } from '../kit/images/sizes';
import { checkImages, checkSingleImage, fill, type Values, workflowOf } from './fill';
import { run } from './run';
import { type AnyCall, type ComfyUi, requestsOf } from './upstream';
import { upload } from './upload';

/** What carries each field if the workflow has inputs for all of them (docs/fields.md, "Images"). */
export const COMFYUI_FIELDS: CarriedFields = {
  draw: {
    negative_prompt: '`inputs.negative_prompt`',
    width: '`inputs.width`',
    height: '`inputs.height`',
    aspect_ratio: '`inputs.width`, `inputs.height`',
    resolution: '`inputs.width`, `inputs.height`',
    steps: '`inputs.steps`',
    cfg_scale: '`inputs.cfg_scale`',
    seed: '`inputs.seed`',
    style_preset: 'in the prompts',
    lora_strength: '`inputs.lora_strength`',
  },
  edit: {
    images: '`inputs.image`',
    mask: '`inputs.mask`',
    size: '`inputs.width`, `inputs.height`',
    aspect_ratio: '`inputs.width`, `inputs.height`',
    resolution: '`inputs.width`, `inputs.height`',
  },
  upscale: { scale: '`inputs.scale`', creativity: '`inputs.creativity`' },
};

/** A provider for a ComfyUI server: each of its models is a workflow. Does not connect before the first call. */
export function makeComfyUi(upstream: ComfyUi): Provider {
  return {
    id: upstream.id,
    drawImage: drawer(upstream),
    editImage: editor(upstream),
    upscaleImage: upscaler(upstream),
    removeBackground: remover(upstream),
  };
}

function drawer(upstream: ComfyUi): ImageModel {
  return async (call) => {
    const workflow = workflowOf(upstream, call.model);
    requirePrompt(workflow);
    const { prompt, negativePrompt = '' } = promptsOf(call);
    const { width, height, steps, cfgScale: cfg_scale, loraStrength } = call;
    const seed = unsignedSeed(call.seed);
    const lora_strength = loraStrength === undefined ? undefined : loraStrength / 100;
    const values = { prompt, negative_prompt: negativePrompt, width, height, seed, steps, cfg_scale, lora_strength };
    const image = await work(upstream, workflow, values, call);
    return { image, ...notApplied(drawFieldsOf(call), carriedBy(workflow, COMFYUI_FIELDS.draw ?? {})) };
  };
}

function editor(upstream: ComfyUi): ImageEditor {
  return async (call) => {
    const workflow = workflowOf(upstream, call.model);
    requirePrompt(workflow);
    checkImages(workflow, call.images.length, call.mask !== undefined);
    const requests = requestsOf(upstream, call);
    const image = await uploadAll(upstream, call.images, requests);
    const isMasked = call.mask !== undefined && workflow.inputs.mask !== undefined;
    const mask = isMasked && call.mask ? await upload(upstream, call.mask, requests) : undefined;
    const size = sizeOfEdit(call);
    const made = await work(upstream, workflow, { prompt: call.prompt, image, mask, ...size }, call);
    return { image: made, ...notApplied(editFieldsOf(call), carriedBy(workflow, COMFYUI_FIELDS.edit ?? {})) };
  };
}

/** Without its prompt, a request would get something else than it asks for. @throws ApiError MODEL_OFFLINE */
function requirePrompt({ inputs }: Workflow): void {
  if (!inputs.prompt) throw modelOffline(new Error('the workflow has no input for a prompt'));
}

function upscaler(upstream: ComfyUi): ImageUpscaler {
  return async (call) => {
    const workflow = workflowOf(upstream, call.model);
    checkSingleImage(workflow);
    const image = await uploadAll(upstream, [call.image], requestsOf(upstream, call));
    const { scale, creativity } = call;
    const made = await work(upstream, workflow, { image, scale, creativity }, call);
    return { image: made, ...notApplied(UPSCALE_FIELDS, carriedBy(workflow, COMFYUI_FIELDS.upscale ?? {})) };
  };
}

function remover(upstream: ComfyUi): BackgroundRemover {
  return async (call) => {
    const workflow = workflowOf(upstream, call.model);
    checkSingleImage(workflow);
    const image = await uploadAll(upstream, [call.image], requestsOf(upstream, call));
    return { image: await work(upstream, workflow, { image }, call) };
  };
}

function work(
  upstream: ComfyUi,
  workflow: Workflow,
  values: Values,
  call: AnyCall & Pick<ImageCall, 'onProgress'>,
): Promise<EncodedImage> {
  const { onProgress } = call;
  const { output } = workflow;
  const graph = fill(workflow, values);
  const order = { graph, ...(output !== undefined && { output }), ...(onProgress && { onProgress }) };
  return run(upstream, order, requestsOf(upstream, call));
}

async function uploadAll(upstream: ComfyUi, images: EncodedImage[], requests: ImageRequests): Promise<string[]> {
  return Promise.all(images.map((image) => upload(upstream, image, requests)));
}

/** Of the fields that workflows may carry, those that this one has inputs for. */
function carriedBy<Field extends string>(
  { inputs }: Workflow,
  all: { readonly [Name in Field]?: string },
): { readonly [Name in Field]?: string } {
  const has = (text: string) => [...text.matchAll(/inputs\.(\w+)/g)].every(([, name]) => inputs[name as BoundName]);
  const entries = Object.entries<string | undefined>(all).filter(([, text]) => text !== undefined && has(text));
  return Object.fromEntries(entries) as { readonly [Name in Field]?: string };
}
