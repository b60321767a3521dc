import { z } from 'zod';
import { PriceText } from './amount';
import { secondsPart, wholePart, type BillPart } from './bill';
import { pricePair, type SpeechPricing, type TranscriptionPricing } from './wire';

/** Price of a text-to-speech model, nano-USD per million characters of its input. */
export type SpeechPrice = { inputNanoUsd: bigint };

/** Price of a speech-to-text model, nano-USD per second of audio. */
export type TranscriptionPrice = { perAudioSecondNanoUsd: bigint };

/** Price of a text-to-speech model in the service file: decimal text, USD per million characters. */
export const SpeechPriceLayout = z.strictObject({ input: PriceText });

/** Price of a speech-to-text model in the service file: decimal text, USD per second of audio. */
export const TranscriptionPriceLayout = z.strictObject({ per_audio_second: PriceText });

/** The bill parts of speech (docs/api-rules.md, "Priced units"): the characters of its input. */
export function speechParts(price: SpeechPrice, usage: { characters: number }): BillPart[] {
  return [wholePart('characters', usage.characters, price.inputNanoUsd)];
}

/**
 * The bill parts of a transcription (docs/api-rules.md, "Priced units"): the length of the audio, rounded up to whole
 * milliseconds.
 */
export function transcriptionParts(price: TranscriptionPrice, usage: { audioSeconds: number }): BillPart[] {
  return [secondsPart('audio_seconds', usage.audioSeconds, price.perAudioSecondNanoUsd)];
}

/** Reads a text-to-speech model's price from the service file. */
export function readSpeechPrice(entry: z.output<typeof SpeechPriceLayout>): SpeechPrice {
  return { inputNanoUsd: entry.input };
}

/** Reads a speech-to-text model's price from the service file. */
export function readTranscriptionPrice(entry: z.output<typeof TranscriptionPriceLayout>): TranscriptionPrice {
  return { perAudioSecondNanoUsd: entry.per_audio_second };
}

/** A text-to-speech model's price in the wire layout. */
export function speechPricing(price: SpeechPrice): SpeechPricing {
  return { input: pricePair(price.inputNanoUsd) };
}

/** A speech-to-text model's price in the wire layout. */
export function transcriptionPricing(price: TranscriptionPrice): TranscriptionPricing {
  return { per_audio_second: pricePair(price.perAudioSecondNanoUsd) };
}
