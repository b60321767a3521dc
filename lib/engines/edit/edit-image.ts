/** Edits images by words, on this machine. */
import { IMAGE_STYLES, type ImageStyleName } from '../../core/image-styles';
import type { ChildPlan } from '../../platform/child/child-process';
import { weightsPath, SEGMENTER } from './image-weights';
import { type EditAnswer, type EditJob, MIN_SIDE } from './jobs';
import { readEdit } from './read/read-edit';
import { changePrompt, type ComposeScene, type SceneSource } from './recompose';
import { earlierSteps, type EditedScene, originAfter, type SceneOrigin } from './scene-origin';
import { cannotDo, notWithMask, nothingToDo, refusalOf, unusedImage } from './refusals';
import { runImageJob } from './run-in-child';
import type { EditPart, EditStep } from './step';

/** An edit. All images are encoded; the first is the base. */
export type EditRequest = {
  prompt: string;
  images: readonly Uint8Array[];
  /** Transparent where the base may change. */
  mask?: Uint8Array;
  /** `W:H`; the result is cut to it. */
  aspectRatio?: string;
  size?: { width: number; height: number };
  /** Set if the base is a picture that this service composed. */
  scene?: EditedScene;
  account?: string;
  signal: AbortSignal;
};

/** The result as PNG. */
export type EditedImage = {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Of a picture that was composed again: what it was composed from. */
  scene?: SceneSource;
  /** Of a composed picture, whatever was edited of it: from what it would be composed again. */
  origin?: SceneOrigin;
};

const EDIT_PLAN: ChildPlan = {
  name: 'edit',
  // On a machine that is busy with other things, the segmentation network alone takes most of a minute.
  jobMs: 120_000,
  heapMegabytes: 1_024,
  maxResidentMegabytes: 1_800,
  // Larger images than this would be decoded into a file, which nobody removes when the process is killed.
  environment: { VIPS_DISC_THRESHOLD: '1g' },
  sharing: {
    busyMessage: 'Too many images are being edited. Try again later.',
    budget: { burstMs: 120_000, perSecondMs: 800 },
    maxWaitMs: 60_000,
  },
};

/** Steps that leave everything where it is, and so respect a mask. */
const IN_PLACE = new Set<EditStep['kind']>([
  'tone',
  'filter',
  'style',
  'recolor',
  'text',
  'background',
  'place',
  'blend',
]);
/** The longest side of a composed picture. */
const MAX_SCENE_SIDE = 1_792;

/**
 * Edits an image as the prompt says, in its order. A picture that this service composed is composed again where the
 * prompt changes what is in it. Instructions are read here and not in the process that edits: it takes milliseconds at
 * most, and what cannot be done is refused without a place in that queue.
 * @param compose composes pictures; without it, no picture is composed again
 * @throws ApiError INVALID_REQUEST, with a message that lists what is possible, if something in the prompt cannot be
 *   done; others as `runImageJob`
 */
export async function editImage(request: EditRequest, compose?: ComposeScene): Promise<EditedImage> {
  const { parts, unread } = readEdit(request.prompt);
  if (unread.length > 0) throw cannotDo(unread);
  const resized = request.aspectRatio !== undefined || request.size !== undefined;
  if (parts.length === 0 && !resized) throw nothingToDo();
  const scene = compose && !request.mask && request.images.length > 0 ? request.scene : undefined;
  const earlier = scene ? earlierSteps(scene) : null;
  const isScene = (part: EditPart): boolean => earlier !== null && part.change !== undefined;
  const impossible = parts.filter((part) => part.steps.length === 0 && !isScene(part));
  if (impossible.length > 0) throw cannotDo(impossible.map(({ clause }) => clause));
  if (request.mask) checkMaskable(parts);
  checkAllUsed(parts, request.images.length);
  const pixelParts = parts.filter((part) => !isScene(part));
  const steps = pixelParts.flatMap((part) => part.steps);
  if (!scene || !compose || !earlier) return runSteps(request, request.images, steps);
  const changes = parts.flatMap((part) => (isScene(part) && part.change ? [part.change] : []));
  const changed = changes.length > 0 ? changePrompt(sourceOf(scene), changes) : null;
  const origin = originAfter(scene, changed ?? sourceOf(scene), pixelParts, sizingOf(request));
  const { width, height } = scene.edits ?? scene;
  const base = changed && (await composeAgain(request, { ...changed, width, height }, compose));
  const images = base ? [base, ...request.images.slice(1)] : request.images;
  const edited = await runSteps(request, images, base ? [...earlier, ...steps] : steps);
  return { ...edited, ...(changed && { scene: changed }), ...(origin && { origin }) };
}

function sourceOf({ prompt, negativePrompt, seed, style }: SceneSource): SceneSource {
  return {
    prompt,
    ...(negativePrompt !== undefined && { negativePrompt }),
    seed,
    ...(style !== undefined && { style }),
  };
}

function sizingOf({ size, aspectRatio }: EditRequest): Parameters<typeof originAfter>[3] {
  if (size) return { ...size, isSize: true };
  const { ratio } = ratioOf(aspectRatio);
  return ratio ? { ...ratio, isSize: false } : null;
}

async function runSteps(
  request: EditRequest,
  images: readonly Uint8Array[],
  steps: readonly EditStep[],
): Promise<EditedImage> {
  const parts = request.mask ? [...images, request.mask] : images;
  const needsMatte = steps.some(({ kind }) => kind === 'background');
  const job: Omit<EditJob, 'bytes'> & { bytes: readonly Uint8Array[] } = {
    bytes: parts,
    lengths: parts.map((part) => part.byteLength),
    hasMask: request.mask !== undefined,
    steps,
    ...ratioOf(request.aspectRatio),
    ...(request.size && { size: request.size }),
    ...(needsMatte && { segmenter: weightsPath(SEGMENTER) }),
  };
  const answer = await runImageJob<typeof job, EditAnswer>(EDIT_PLAN, job, request);
  if ('problem' in answer) throw refusalOf(answer.problem);
  return { bytes: answer.bytes, width: answer.width, height: answer.height };
}

/** The picture from another prompt, in the same size, as far as the composer draws it. */
async function composeAgain(
  request: EditRequest,
  scene: SceneSource & { width: number; height: number },
  compose: ComposeScene,
): Promise<Uint8Array> {
  const shrink = Math.min(1, MAX_SCENE_SIDE / Math.max(scene.width, scene.height));
  const sideOf = (pixels: number) => Math.max(MIN_SIDE, Math.round(pixels * shrink));
  const { account = '', signal } = request;
  const { bytes } = await compose({
    prompt: scene.prompt,
    negativePrompt: scene.negativePrompt,
    seed: scene.seed,
    width: sideOf(scene.width),
    height: sideOf(scene.height),
    style: styleNamed(scene.style),
    account,
    signal,
  });
  return bytes;
}

function styleNamed(name: string | undefined): ImageStyleName | undefined {
  return IMAGE_STYLES.find((style) => style.name === name)?.name;
}

function checkMaskable(parts: readonly EditPart[]): void {
  const moving = parts.find(({ steps }) => steps.some(({ kind }) => !IN_PLACE.has(kind)));
  if (moving) throw notWithMask(moving.clause);
}

/** Every image is paid for, so none may be left out silently. */
function checkAllUsed(parts: readonly EditPart[], images: number): void {
  const used = new Set(parts.flatMap(({ steps }) => steps).flatMap((step) => imagesOf(step, images)));
  for (let image = 1; image < images; image += 1) if (!used.has(image)) throw unusedImage(image, images);
}

/** The numbers of the images that a step needs besides the base. */
function imagesOf(step: EditStep, images: number): number[] {
  if (step.kind === 'collage') return [...(step.images ?? Array.from({ length: images }).keys())];
  if (step.kind === 'background') return step.to.type === 'image' ? [step.to.image] : [];
  return step.kind === 'place' || step.kind === 'blend' ? [step.image] : [];
}

function ratioOf(text: string | undefined): { ratio?: { width: number; height: number } } {
  const [, width, height] = /^(\d{1,3}(?:\.\d+)?):(\d{1,3}(?:\.\d+)?)$/.exec(text ?? '') ?? [];
  const ratio = { width: Number(width), height: Number(height) };
  return ratio.width > 0 && ratio.height > 0 ? { ratio } : {};
}

/**
 * Makes the background of an image transparent.
 * @throws ApiError INVALID_REQUEST if there is no background to be found; others as `runImageJob`
 */
export async function removeBackground(
  image: Uint8Array,
  caller: { account?: string; signal: AbortSignal },
): Promise<EditedImage> {
  const step: EditStep = { kind: 'background', to: { type: 'transparent' } };
  return runSteps({ prompt: '', images: [image], ...caller }, [image], [step]);
}
