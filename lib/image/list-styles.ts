import { IMAGE_STYLES } from '../core/image-styles';
import type { StyleList } from './contract';

/** `GET /image/styles` (docs/api-rules.md, "Images"): the names that `style_preset` takes. */
export function listStyles(): StyleList {
  return { object: 'list', data: IMAGE_STYLES.map(({ name }) => name) };
}
