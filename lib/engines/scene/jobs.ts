/** The messages between the service and the process that draws scenes. */
import type { ImageOutput } from '../../core/image-metadata/image-output';
import type { ImageStyleName } from '../../core/image-styles';
import type { SceneDescription, UnmetField } from './scene';

/** A picture to draw. There are no bytes in it, but every job has some. */
export type SceneJob = {
  bytes: Uint8Array;
  prompt: string;
  negativePrompt?: string;
  width: number;
  height: number;
  style?: ImageStyleName;
  seed: number;
  /** How the picture is encoded if it needs nothing further; absent means PNG, compressed quickly. */
  output?: ImageOutput;
};

/** A drawn picture. */
export type SceneAnswer = {
  /** In the encoding of `output`, or PNG. */
  bytes: Uint8Array;
  description: SceneDescription;
  /** The fields that were followed in part only. */
  unmet: readonly UnmetField[];
};
