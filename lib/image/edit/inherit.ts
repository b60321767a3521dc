import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import type { ImageResult } from '../../providers/image-spec';
import type { FinishOptions } from '../finish/finish-image';

/**
 * What an edited image has from the one that was edited: the visible mark, and what its file says about how it was made,
 * so that it can be edited again.
 */
export function inherited({ metadata, needsWatermark }: ImageResult): Pick<FinishOptions, 'watermark' | 'metadata'> {
  return {
    watermark: needsWatermark === true,
    ...(metadata && { metadata: { ...metadata, service: settings().serviceId, createdAtMs: clock.now() } }),
  };
}
