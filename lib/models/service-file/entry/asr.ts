import { z } from 'zod';
import { readTranscriptionPrice, TranscriptionPriceLayout } from '../../price/audio';
import { BASE_EXAMPLES, baseMembers, mediaTraits } from './base';

/** A speech-to-text model of the service file. */
export const AsrEntry = z.strictObject({
  type: z.literal('asr'),
  ...baseMembers,
  price: TranscriptionPriceLayout,
  traits: mediaTraits,
});

/** How the members of a speech-to-text model are written, by name. */
export const ASR_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  price: '{ per_audio_second: "0.0001" }, in USD',
  per_audio_second: '"0.0001"',
};

/** Reads the members that are specific to this type. */
export function readAsrMetadata(entry: z.output<typeof AsrEntry>) {
  return { type: 'asr' as const, price: readTranscriptionPrice(entry.price) };
}

/** Metadata of a speech-to-text model in addition to that of every model. */
export type AsrMetadata = ReturnType<typeof readAsrMetadata>;
