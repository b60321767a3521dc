import type { FetchTimes } from '../../../../platform/fetch';
import type { EditCall, ImageCall, ImageResult, RemoveBackgroundCall, UpscaleCall } from '../../../image-spec';
import type { CarriedFields } from '../../../kit/images/fields';
import type { Provider } from '../../../spec';
import type { ImageUpstream } from '../image-upstream';
import { DOT, type ImagePlay, type ImageWire } from '../wire';
import { LightController } from '../../../../platform/light-controller';

/** What an upstream may not have. */
export type Lack =
  | 'edit'
  | 'upscale'
  | 'background removal'
  | 'several images'
  | 'progress'
  | 'content refusal'
  | 'revised prompt'
  | 'reported seed'
  | 'base64';

/** An adapter under test. */
export type ImageAdapter = {
  /** A wire format without any state of earlier plays. */
  wire: () => ImageWire;
  make: (making: { origin: string; secret: string; times?: Partial<FetchTimes> }) => Provider;
  fields: CarriedFields;
  /** Names of models as the upstream has them. */
  models: { draw: string; edit?: string; upscale?: string; removeBackground?: string };
  lacks?: Lack[];
};

/** What every scenario gets; `upstream` runs while the tests do. */
export type ImageFixture = { upstream: () => ImageUpstream; adapter: ImageAdapter; has: (ability: Lack) => boolean };

/** The operator's credential in every scenario. */
export const SECRET = 'user:operators-own-key-123456';

/** Timeouts that make silence fail quickly, milliseconds. */
export const QUICK: Partial<FetchTimes> = { firstByteMs: 300, idleMs: 300, wholeMs: 900 };

/** A call to draw, with some changes. */
export function drawCall({ adapter }: ImageFixture, more: Partial<ImageCall> = {}): ImageCall {
  const { signal } = new LightController();
  return { model: adapter.models.draw, prompt: 'a red kite', width: 1024, height: 1024, seed: 7, signal, ...more };
}

/** A call to edit, with some changes. */
export function editCall({ adapter }: ImageFixture, more: Partial<EditCall> = {}): EditCall {
  const { signal } = new LightController();
  return { model: adapter.models.edit ?? '', prompt: 'make it blue', images: [DOT], signal, ...more };
}

/** A call to enlarge. */
export function upscaleCall({ adapter }: ImageFixture): UpscaleCall {
  const { signal } = new LightController();
  return { model: adapter.models.upscale ?? '', image: DOT, scale: 2, creativity: 0.01, signal };
}

/** A call to remove a background. */
export function removalCall({ adapter }: ImageFixture, more: Partial<RemoveBackgroundCall> = {}): RemoveBackgroundCall {
  const { signal } = new LightController();
  return { model: adapter.models.removeBackground ?? '', image: DOT, signal, ...more };
}

/** What a call returned, or its error. */
export type Outcome = { result: ImageResult | null; error: unknown };

/** Plays a scenario and calls the provider. */
export async function play(
  fixture: ImageFixture,
  script: ImagePlay,
  act: (provider: Provider) => Promise<ImageResult> | undefined,
  times?: Partial<FetchTimes>,
): Promise<Outcome> {
  const upstream = fixture.upstream();
  upstream.play(script);
  try {
    const result = await act(fixture.adapter.make({ origin: upstream.origin, secret: SECRET, times }));
    if (!result) throw new Error('The provider cannot do this.');
    return { result, error: null };
  } catch (error) {
    return { result: null, error };
  }
}

/** Plays a scenario and draws. */
export function draw(
  fixture: ImageFixture,
  script: ImagePlay,
  more: Partial<ImageCall> = {},
  times?: Partial<FetchTimes>,
): Promise<Outcome> {
  return play(fixture, script, (provider) => provider.drawImage?.(drawCall(fixture, more)), times);
}

/** Waits up to 5 seconds for something to be true. */
export async function eventually(isTrue: () => boolean): Promise<boolean> {
  for (let round = 0; round < 500; round += 1) {
    if (isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

/** The messages of an error and of all its causes: what a log may contain. */
export function chainOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message} ${error.stack}\n${error.cause === undefined ? '' : chainOf(error.cause)}`;
}
