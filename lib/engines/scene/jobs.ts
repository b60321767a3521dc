/** The messages between the service and the process that draws scenes. */
import type { ImageStyleName } from '../../core/image-styles';
import type { SceneDescription } from './scene';

/** A picture to draw. There are no bytes in it, but every job has some. */
export type DrawJob = {
  kind: 'draw';
  bytes: Uint8Array;
  prompt: string;
  negativePrompt?: string;
  width: number;
  height: number;
  style?: ImageStyleName;
  seed: number;
  /** Icons of words that are in no table. */
  synonyms?: Readonly<Record<string, string>>;
};

/** A prompt whose unknown nouns are asked for. */
export type ReadJob = { kind: 'read'; bytes: Uint8Array; prompt: string };

/** What the process does. */
export type SceneJob = DrawJob | ReadJob;

/** The nouns of a prompt that are in no table; `bytes` is empty. */
export type ReadAnswer = { bytes: Uint8Array; unknown: string[] };

/** A drawn picture. */
export type DrawAnswer = {
  /** PNG, compressed quickly. */
  bytes: Uint8Array;
  description: SceneDescription;
};

/** Answers to the two kinds of jobs. */
export type SceneAnswer = DrawAnswer | ReadAnswer;
