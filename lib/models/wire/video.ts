import { z } from 'zod';
import { VIDEO_ASPECT_RATIOS, VIDEO_KINDS, VIDEO_RESOLUTIONS } from '../values';
import { modelMembers, specMembers } from './base';

/** Limits of a video model (docs/api-rules.md, "Model sizing"). An empty list: nothing to choose. */
const VideoConstraints = z.object({
  model_type: z.enum(VIDEO_KINDS).meta({ description: 'What the model makes a video from', example: 'text-to-video' }),
  aspect_ratios: z.array(z.enum(VIDEO_ASPECT_RATIOS)),
  resolutions: z.array(z.enum(VIDEO_RESOLUTIONS)),
  durations: z.array(z.string()).meta({ description: 'Allowed values of `duration`', example: ['5s', '10s'] }),
  audio: z.boolean().meta({ description: 'Whether its videos have audio', example: true }),
  audio_configurable: z.boolean().meta({ description: 'Whether the request can turn audio on or off', example: false }),
  prompt_character_limit: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Maximum characters of a prompt; absent: no bound', example: 2_500 }),
});

/**
 * A video model on the wire. It has no prices in lists (docs/api-rules.md, "Model pricing").
 */
export const WireVideoModel = z
  .object({
    ...modelMembers,
    type: z.literal('video'),
    model_spec: z.object({ ...specMembers, constraints: VideoConstraints }),
  })
  .meta({ id: 'VideoModel', description: 'A video generation model.' });
