import { IMAGE_STYLES } from '../core/image-styles';
import type { StyleList } from './contract';

/** `GET /image/styles` (docs/api-rules.md, "Image requests"): the names that `style_preset` takes. */
export function listStyles(): StyleList {
  return { object: 'list', data: IMAGE_STYLES.map(({ name }) => name) };
}
