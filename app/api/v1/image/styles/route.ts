import { endpoint } from '@/lib/http/endpoint';
import { StyleList } from '@/lib/image/contract';
import { listStyles } from '@/lib/image/list-styles';

/** `GET /api/v1/image/styles`: the style presets of image models (docs/api-rules.md, "Image requests"). */
export const GET = endpoint({
  auth: 'optional',
  describe: {
    summary: 'List image styles',
    detail: 'The values of `style_preset` in `POST /image/generate`.',
    answer: StyleList,
    examples: { all: { summary: 'All styles' } },
  },
  run: () => listStyles(),
});
