import { z } from 'zod';
import type { Model } from '../../model';
import type { ModelType } from '../../values';
import { ASR_EXAMPLES, AsrEntry, readAsrMetadata } from './asr';
import { type EntryProblem, readBase } from './base';
import { EMBEDDING_EXAMPLES, EmbeddingEntry, readEmbeddingMetadata } from './embedding';
import { IMAGE_EXAMPLES, ImageEntry, imageProblems, readImageMetadata } from './image';
import { INPAINT_EXAMPLES, InpaintEntry, inpaintProblems, readInpaintMetadata } from './inpaint';
import { MUSIC_EXAMPLES, MusicEntry, musicProblems, readMusicMetadata } from './music';
import { readTextMetadata, TEXT_EXAMPLES, TextEntry, textProblems } from './text';
import { readTtsMetadata, TTS_EXAMPLES, TtsEntry, ttsProblems } from './tts';
import { readUpscaleMetadata, UPSCALE_EXAMPLES, UpscaleEntry } from './upscale';
import { readVideoMetadata, VIDEO_EXAMPLES, VideoEntry, videoProblems } from './video';

/** The layout of an entry of each type, and how its members are written. */
export const ENTRIES: Record<ModelType, { layout: z.ZodObject; examples: Record<string, string> }> = {
  text: { layout: TextEntry, examples: TEXT_EXAMPLES },
  embedding: { layout: EmbeddingEntry, examples: EMBEDDING_EXAMPLES },
  image: { layout: ImageEntry, examples: IMAGE_EXAMPLES },
  inpaint: { layout: InpaintEntry, examples: INPAINT_EXAMPLES },
  upscale: { layout: UpscaleEntry, examples: UPSCALE_EXAMPLES },
  tts: { layout: TtsEntry, examples: TTS_EXAMPLES },
  asr: { layout: AsrEntry, examples: ASR_EXAMPLES },
  music: { layout: MusicEntry, examples: MUSIC_EXAMPLES },
  video: { layout: VideoEntry, examples: VIDEO_EXAMPLES },
};

/** A model of the service file, discriminated by `type`; without it, a text model. */
export const ModelEntry = z.discriminatedUnion('type', [
  TextEntry,
  EmbeddingEntry,
  ImageEntry,
  InpaintEntry,
  UpscaleEntry,
  TtsEntry,
  AsrEntry,
  MusicEntry,
  VideoEntry,
]);
export type ModelEntry = z.output<typeof ModelEntry>;

/** The model that an entry describes. */
export function readModel(entry: ModelEntry): Model {
  const base = readBase(entry);
  switch (entry.type) {
    case undefined:
    case 'text':
      return { ...base, ...readTextMetadata(entry) };
    case 'embedding':
      return { ...base, ...readEmbeddingMetadata(entry) };
    case 'image':
      return { ...base, ...readImageMetadata(entry) };
    case 'inpaint':
      return { ...base, ...readInpaintMetadata(entry) };
    case 'upscale':
      return { ...base, ...readUpscaleMetadata(entry) };
    case 'tts':
      return { ...base, ...readTtsMetadata(entry) };
    case 'asr':
      return { ...base, ...readAsrMetadata(entry) };
    case 'music':
      return { ...base, ...readMusicMetadata(entry) };
    case 'video':
      return { ...base, ...readVideoMetadata(entry) };
  }
}

/** Checks that need more than one member of an entry. */
export function entryProblems(entry: ModelEntry): EntryProblem[] {
  switch (entry.type) {
    case undefined:
    case 'text':
      return textProblems(entry);
    case 'image':
      return imageProblems(entry);
    case 'inpaint':
      return inpaintProblems(entry);
    case 'tts':
      return ttsProblems(entry);
    case 'music':
      return musicProblems(entry);
    case 'video':
      return videoProblems(entry);
    case 'embedding':
    case 'upscale':
    case 'asr':
      return [];
  }
}
