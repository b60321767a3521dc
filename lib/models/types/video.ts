import type { VideoPrice } from '../price/video';
import type { VIDEO_ASPECT_RATIOS, VIDEO_KINDS, VIDEO_RESOLUTIONS } from '../values';

/** What a video model has beside what every model has (contract 6.5, 12). Empty lists: nothing of the kind to choose. */
export type VideoMetadata = {
  type: 'video';
  kind: (typeof VIDEO_KINDS)[number];
  aspectRatios: (typeof VIDEO_ASPECT_RATIOS)[number][];
  resolutions: (typeof VIDEO_RESOLUTIONS)[number][];
  /** As the wire names them: `5s`, `auto`. */
  durations: string[];
  /** Whether its videos have sound. */
  audio: boolean;
  /** Whether the caller decides on the sound. */
  audioConfigurable: boolean;
  promptCharacterLimit?: number;
  price: VideoPrice;
};
