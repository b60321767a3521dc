import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { POST as createImageEdit } from '@/app/api/v1/images/edits/route';
import { type EditService, formRequest, jsonRequest, startEditService } from '@/lib/image/edit/test-edit-service';
import { testImage } from '@/lib/image/edit/test-image';
import {
  CreateImageEditRequest,
  EDITED_TYPES,
  EditImageRequest,
  MultiEditImageRequest,
} from '@/lib/image/edit/contract';
import { CREATE_EDIT_EXAMPLES, EDIT_EXAMPLES, MULTI_EDIT_EXAMPLES } from '@/lib/image/edit/examples';
import { savedFile } from '@/lib/openapi/reference/saved-file';
import { localEditor } from '@/lib/providers/local/edit';
import { installProviders } from '@/lib/providers/registry';
import { POST as multiEdit } from '../multi-edit/route';
import { POST as edit } from './route';

let service: EditService;
let image: string;

beforeAll(async () => {
  service = await startEditService();
  installProviders([{ id: 'embedded', editImage: localEditor }]);
  image = (await testImage(256, 256)).toString('base64');
});
afterAll(() => service.stop());

/** The values of all members of a name, however deep they are. */
function allNamed(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === name ? [member] : allNamed(name, member)));
}

/** Every prompt that the API's description shows for a route: of the field, and of whole requests. */
function promptsOf(schema: z.ZodType, examples: object): string[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const ofField = allNamed('prompt', described).flatMap((field) => allNamed('example', field));
  return [...new Set([...ofField, ...allNamed('prompt', examples)].filter((prompt) => typeof prompt === 'string'))];
}

describe('prompts of the description work with any image', () => {
  it.each([
    ['/image/edit', edit, promptsOf(EditImageRequest, EDIT_EXAMPLES), () => ({ image })],
    [
      '/image/multi-edit',
      multiEdit,
      promptsOf(MultiEditImageRequest, MULTI_EDIT_EXAMPLES),
      () => ({ images: [image, image], modelId: 'mixer' }),
    ],
    ['/images/edits', createImageEdit, promptsOf(CreateImageEditRequest, CREATE_EDIT_EXAMPLES), () => ({ image })],
  ])('of %s', async (path, post, prompts, images) => {
    expect(prompts.length).toBeGreaterThanOrEqual(2);
    for (const prompt of prompts) {
      const body = { prompt, safe_mode: false, moderation: 'low', ...images() };
      const response = await post(jsonRequest(`/api/v1${path}`, service.authorization, body));
      expect([prompt, response.status]).toEqual([prompt, 200]);
    }
  });
});

it('answers as the file that samples of a form save', async () => {
  const { form } = EDIT_EXAMPLES.form;
  const parts = Object.entries({ ...form, safe_mode: 'false' }).map(([name, content]) =>
    name === 'image' ? { name, file: content, content: Buffer.from(image, 'base64') } : { name, content },
  );
  const response = await edit(formRequest('/api/v1/image/edit', service.authorization, parts));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, EDITED_TYPES[0]]);
  expect(savedFile(EDITED_TYPES, form)).toEqual({ savesAs: 'image.png' });
});
