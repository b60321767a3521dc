import { z } from 'zod';
import { VIDEO_ASPECT_RATIOS, VIDEO_KINDS, VIDEO_RESOLUTIONS } from '../values';
import { modelMembers, specMembers } from './base';

/** Bounds of a video model (contract 6.5). An empty list: nothing of the kind to choose. */
const VideoConstraints = z.object({
  model_type: z.enum(VIDEO_KINDS).meta({ description: 'What it makes a video of', example: 'text-to-video' }),
  aspect_ratios: z.array(z.enum(VIDEO_ASPECT_RATIOS)),
  resolutions: z.array(z.enum(VIDEO_RESOLUTIONS)),
  durations: z.array(z.string()).meta({ description: 'What `duration` may be', example: ['5s', '10s'] }),
  audio: z.boolean().meta({ description: 'Whether its videos have sound', example: true }),
  audio_configurable: z.boolean().meta({ description: 'Whether the caller decides on the sound', example: false }),
  prompt_character_limit: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Most characters of a prompt; 2500 where absent', example: 2_500 }),
});

/** A video model on the wire. It tells no prices: `POST /video/quote` does (contract 6.6). */
export const WireVideoModel = z
  .object({
    ...modelMembers,
    type: z.literal('video'),
    model_spec: z.object({ ...specMembers, constraints: VideoConstraints }),
  })
  .meta({ id: 'VideoModel', description: 'A model that makes videos.' });
