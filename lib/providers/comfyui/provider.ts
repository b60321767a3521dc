import type { BoundName, Workflow } from '../../models/service-file/workflow';
import type { BackgroundRemover, EncodedImage, ImageCall, ImageEditor, ImageModel, ImageUpscaler } from '../image-spec';
import type { Provider } from '../spec';
import { unsignedSeed } from '../kit/images/unsigned-seed';
import { type CarriedFields, drawFieldsOf, editFieldsOf, notApplied, UPSCALE_FIELDS } from '../kit/images/fields';
import type { ImageRequests } from '../kit/images/ask';
import { promptsOf } from '../kit/images/prompts';
import { inTurn, queueOfServer } from '../kit/images/server-queue';
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

/** Calls that a server has at a time: the next one gives it its images while it works on another. */
const SLOTS = 2;

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
    const image = await work(upstream, workflow, call, async () => values);
    return { image, ...notApplied(drawFieldsOf(call), carriedBy(workflow, COMFYUI_FIELDS.draw ?? {})) };
  };
}

function editor(upstream: ComfyUi): ImageEditor {
  return async (call) => {
    const workflow = workflowOf(upstream, call.model);
    requirePrompt(workflow);
    checkImages(workflow, call.images.length, call.mask !== undefined);
    const { prompt, images, mask: sent } = call;
    const image = await work(upstream, workflow, call, async (requests) => {
      const image = await uploadAll(upstream, images, requests);
      const mask = sent && workflow.inputs.mask ? await upload(upstream, sent, requests) : undefined;
      return { prompt, image, mask, ...sizeOfEdit(call) };
    });
    return { image, ...notApplied(editFieldsOf(call), carriedBy(workflow, COMFYUI_FIELDS.edit ?? {})) };
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
    const { scale, creativity } = call;
    const image = await work(upstream, workflow, call, async (requests) => {
      return { image: await uploadAll(upstream, [call.image], requests), scale, creativity };
    });
    return { image, ...notApplied(UPSCALE_FIELDS, carriedBy(workflow, COMFYUI_FIELDS.upscale ?? {})) };
  };
}

function remover(upstream: ComfyUi): BackgroundRemover {
  return async (call) => {
    const workflow = workflowOf(upstream, call.model);
    checkSingleImage(workflow);
    const image = await work(upstream, workflow, call, async (requests) => {
      return { image: await uploadAll(upstream, [call.image], requests) };
    });
    return { image };
  };
}

/** Runs a workflow in the account's turn. @param prepare uploads what the workflow needs, and returns its values */
function work(
  upstream: ComfyUi,
  workflow: Workflow,
  call: AnyCall & Pick<ImageCall, 'onProgress'>,
  prepare: (requests: ImageRequests) => Promise<Values>,
): Promise<EncodedImage> {
  const { onProgress } = call;
  const { output } = workflow;
  const requests = requestsOf(upstream, call);
  return inTurn(queueOfServer(upstream.baseUrl, SLOTS), call, async () => {
    const graph = fill(workflow, await prepare(requests));
    return run(
      upstream,
      { graph, ...(output !== undefined && { output }), ...(onProgress && { onProgress }) },
      requests,
    );
  });
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
