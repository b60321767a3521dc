import { describe, expect, it } from 'vitest';
import { limitOf } from '../limits/class-limits';
import { limitClassOf } from './model';
import { testCatalog } from './test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from './test-whole-file';

const BUILT = testCatalog(WHOLE_FILE, {}, WHOLE_FILE_ENVIRONMENT);
const ACCOUNT = { id: 'a', tier: 'standard', email: 'a@example.com' } as const;

describe('limitClassOf', () => {
  it.each([
    ['demo-text-s', 'text_S', 75],
    ['demo-text-old', 'text_XS', 500],
    ['demo-embed', 'embedding', 500],
    ['demo-image', 'image', 20],
    ['demo-edit', 'image', 20],
    ['demo-upscale', 'image', 20],
    ['demo-tts', 'audio', 60],
    ['demo-asr', 'audio', 60],
    ['demo-music', 'audio_queue', 40],
    ['demo-video', 'video_queue', 40],
  ])('counts %s in %s, %d requests a minute', (id, limitClass, requestsPerMinute) => {
    const model = BUILT.models.get(id);
    if (!model) throw new Error(`${id} is not served`);
    expect(limitClassOf(model)).toBe(limitClass);
    expect(limitOf(limitClassOf(model), ACCOUNT).requestsPerMinute).toBe(requestsPerMinute);
  });
});
