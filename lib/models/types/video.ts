import type { VideoPrice } from '../price/video';
import type { VIDEO_ASPECT_RATIOS, VIDEO_KINDS, VIDEO_RESOLUTIONS } from '../values';

/**
 * Metadata of a video model in addition to that of every model (docs/api-rules.md, "Model sizing"). Empty lists:
 * nothing to choose.
 */
export type VideoMetadata = {
  type: 'video';
  kind: (typeof VIDEO_KINDS)[number];
  aspectRatios: (typeof VIDEO_ASPECT_RATIOS)[number][];
  resolutions: (typeof VIDEO_RESOLUTIONS)[number][];
  /** As named on the wire: `5s`, `auto`. */
  durations: string[];
  /** Whether its videos have audio. */
  audio: boolean;
  /** Whether the caller decides whether there is audio. */
  audioConfigurable: boolean;
  promptCharacterLimit?: number;
  price: VideoPrice;
};
