import { z } from 'zod';
import type { ModelOf } from '../../model';
import { readTranscriptionPrice, TranscriptionPriceLayout } from '../../price/audio';
import { BASE_EXAMPLES, baseMembers, mediaTraits, readBase } from './base';

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

/** The model that an entry describes. */
export function readAsrModel(entry: z.output<typeof AsrEntry>): ModelOf<'asr'> {
  return { ...readBase(entry), type: 'asr', price: readTranscriptionPrice(entry.price) };
}
