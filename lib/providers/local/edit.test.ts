import { expect, it } from 'vitest';
import type { EditCall } from '../image-spec';
import { localEditor } from './edit';

it('screens the prompt that it composes a picture from, most of which is the file’s', async () => {
  const metadata = { model: 'scene-composer', prompt: 'something forbidden', seed: 1 };
  const asked: string[] = [];
  const call: EditCall = {
    model: 'image-editor',
    prompt: 'add a cat',
    images: [{ bytes: new Uint8Array(1), mime: 'image/png', width: 64, height: 64, metadata }],
    allowsPrompt: async (prompt) => {
      asked.push(prompt);
      return false;
    },
    signal: new AbortController().signal,
  };
  await expect(localEditor(call)).rejects.toMatchObject({ code: 'CONTENT_POLICY_VIOLATION' });
  expect(asked).toEqual(['something forbidden, elsewhere a cat']);
});
