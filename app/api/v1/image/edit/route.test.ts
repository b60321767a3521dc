import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/core/errors';
import { installImageScreening } from '@/lib/image/finish/screening';
import { testForm, type TestPart } from '@/lib/http/body/form/test-form';
import {
  type EditService,
  formRequest,
  jsonRequest,
  startEditService,
  statusesBeforeReading,
  UNREADABLE,
} from '@/lib/image/edit/test-edit-service';
import { testImage } from '@/lib/image/edit/test-image';
import { POST } from './route';

const PATH = '/api/v1/image/edit';
let service: EditService;
let image: Buffer;

beforeAll(async () => {
  service = await startEditService();
  image = await testImage(256, 256);
});
afterAll(() => service.stop());
beforeEach(() => service.answerWith(null));

const file = (content: Uint8Array | string, name = 'image'): TestPart => ({ name, file: 'photo.png', content });
const text = (name: string, content: string): TestPart => ({ name, content });
const sendForm = (parts: TestPart[], more?: Record<string, string>) =>
  POST(formRequest(PATH, service.authorization, parts, more));
const sendJson = (body: object, more?: Record<string, string>) =>
  POST(jsonRequest(PATH, service.authorization, body, more));
const json = (more: object = {}) => ({ prompt: 'Make it blue', image: image.toString('base64'), ...more });
const lastEdit = () => service.asked.edits.at(-1);

/** Status, code, and message of a refusal. */
async function refusal(response: Response): Promise<string> {
  const { code, error } = (await response.json()) as { code: string; error: string };
  return `${response.status} ${code}: ${error.replace('Invalid request parameters: ', '')}`;
}

const SAFETY = ['is-blurred', 'is-content-violation', 'is-adult-model-content-violation', 'contains-minor'];
const safetyOf = ({ headers }: Response) => SAFETY.map((name) => headers.get(`x-svc-${name}`));

describe('an edit', () => {
  it('answers a form with the image, its model, and the four flags, and charges the price', async () => {
    const response = await sendForm([text('prompt', 'Make it blue'), file(image), text('safe_mode', 'false')]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(response.headers.get('x-svc-model-id')).toBe('editor');
    expect(response.headers.get('x-svc-model-name')).toBe('editor');
    expect(safetyOf(response)).toEqual(['false', 'false', 'false', 'false']);
    expect(lastEdit()).toMatchObject({ model: 'edit-1', prompt: 'Make it blue' });
    expect(lastEdit()?.images).toHaveLength(1);
    const next = await sendJson({});
    expect(
      Number(response.headers.get('x-svc-balance-usd')) - Number(next.headers.get('x-svc-balance-usd')),
    ).toBeCloseTo(0.04);
  });

  it('takes the same as JSON: base64 or a data: URL, raw names or the older one', async () => {
    for (const body of [
      json(),
      json({ image: `data:image/png;base64,${image.toString('base64')}`, modelId: 'editor', unknown: [1] }),
      json({ model: null, quality: null }),
    ]) {
      const response = await sendJson(body, { accept: 'image/*' });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(response.headers.get('content-encoding')).toBeNull();
    }
  });

  it('is encoded as requested, and by its resolution if nothing is', async () => {
    for (const [fields, type] of [
      [{ output_format: 'jpg' }, 'image/jpeg'],
      [{ output_format: 'webp' }, 'image/webp'],
      [{ model: 'mixer' }, 'image/png'],
      [{ model: 'mixer', resolution: '2K' }, 'image/jpeg'],
      [{ model: 'mixer', resolution: '2K', output_format: 'png' }, 'image/png'],
    ] as const) {
      const response = await sendJson(json(fields));
      expect([fields, response.status, response.headers.get('content-type')]).toEqual([fields, 200, type]);
    }
  });

  it('passes on what the model takes, and says what it does not', async () => {
    await sendJson(json({ model: 'mixer', resolution: '2K', quality: 'low' }));
    expect(lastEdit()).toMatchObject({ model: 'mix-1', resolution: '2K', quality: 'low' });
    const ignored = await sendJson(json({ resolution: '4K', quality: 'low', aspect_ratio: '16:9' }));
    expect(ignored.headers.get('x-svc-not-applied')).toBe('resolution, quality');
    expect(lastEdit()).toMatchObject({ aspectRatio: '16:9' });
    expect(lastEdit()).not.toHaveProperty('quality');
  });

  it('takes forms of browsers: with empty and unknown fields', async () => {
    const empty = ['model', 'resolution', 'aspect_ratio', 'safe_mode'].map((name) => text(name, ''));
    const unknown = [text('tag', 'a'), text('tag', 'b'), file(image, 'attachment')];
    const response = await sendForm([text('prompt', 'x'), file(image), ...empty, ...unknown]);
    expect([response.status, response.headers.get('x-svc-model-id')]).toEqual([200, 'editor']);
  });

  it('is charged once for a repeated Idempotency-Key, and refused for another body', async () => {
    const parts = [text('prompt', 'Once'), file(image)];
    const first = await sendForm(parts, { 'idempotency-key': 'edit-1' });
    const calls = service.asked.edits.length;
    const again = await sendForm(parts, { 'idempotency-key': 'edit-1' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('original-request')).toBe(first.headers.get('cf-ray'));
    expect(again.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).toBe(true);
    expect(service.asked.edits).toHaveLength(calls);
    const other = await sendForm([text('prompt', 'Twice'), file(image)], { 'idempotency-key': 'edit-1' });
    expect(await refusal(other)).toContain('400 INVALID_REQUEST: ');
  });

  it('costs nothing if the content is refused, or the model fails', async () => {
    const before = (await sendJson({})).headers.get('x-svc-balance-usd');
    service.answerWith(() => Promise.resolve({ image: null }));
    const refused = await sendJson(json());
    expect(safetyOf(refused)).toEqual(['false', 'true', 'false', 'false']);
    expect(await refusal(refused)).toContain('422 CONTENT_POLICY_VIOLATION');
    service.answerWith(() => Promise.reject(new ApiError('INFERENCE_FAILED', 'no')));
    expect(await refusal(await sendJson(json()))).toBe('500 IMAGE_EDIT_ERROR: The image could not be edited.');
    service.answerWith(() =>
      Promise.resolve({ image: { bytes: Buffer.from('no image'), mime: 'image/png' }, isHarmless: true }),
    );
    expect(await refusal(await sendJson(json()))).toBe('500 IMAGE_EDIT_ERROR: The image could not be edited.');
    expect((await sendJson({})).headers.get('x-svc-balance-usd')).toBe(before);
  });

  it('is refused unpaid for a prompt that the operator does not allow', async () => {
    installImageScreening({ words: ['forbidden'] });
    try {
      const calls = service.asked.edits.length;
      const refused = await sendForm([text('prompt', 'Add a FORBIDDEN thing'), file(image)]);
      expect(safetyOf(refused)).toEqual(['false', 'true', 'false', 'false']);
      expect(await refusal(refused)).toContain('422 CONTENT_POLICY_VIOLATION');
      expect(service.asked.edits).toHaveLength(calls);
      // Only what can be paid is screened: the operator may pay for it elsewhere.
      expect((await POST(jsonRequest(PATH, service.poor, json({ prompt: 'forbidden' })))).status).toBe(402);
    } finally {
      installImageScreening(null);
    }
  });

  it('reads no image for a caller without credit, who still learns of a bad field', async () => {
    const bodies = { path: PATH, unreadable: json({ image: UNREADABLE }), wrong: json({ aspect_ratio: '7:5' }) };
    expect(await statusesBeforeReading(service, POST, bodies)).toEqual({ rich: 400, poor: 402, wrong: 400 });
  });

  it('needs credit before the model is called', async () => {
    const calls = service.asked.edits.length;
    const response = await POST(jsonRequest(PATH, service.poor, json()));
    expect(response.status).toBe(402);
    expect(service.asked.edits).toHaveLength(calls);
  });
});

describe('an edit is refused, and the field and the bound are named', () => {
  it.each<[object, string]>([
    [{ prompt: '' }, '400 INVALID_REQUEST: prompt: '],
    [{ prompt: ' \u200b' }, '400 INVALID_REQUEST: prompt: Must not be blank'],
    [{ prompt: 'x'.repeat(32_769) }, '400 INVALID_REQUEST: prompt: Must have at most 32,768 characters'],
    [
      { prompt: 'x'.repeat(201) },
      '400 INVALID_REQUEST: prompt: Too long: the model editor takes at most 200 characters',
    ],
    [{ image: undefined }, '400 INVALID_REQUEST: image: Required: an image'],
    [{ image: '' }, '400 INVALID_REQUEST: image: Must be an image'],
    [{ image: 5 }, '400 INVALID_REQUEST: image: Must be an image'],
    [{ image: '%%%' }, '400 INVALID_REQUEST: image: The image must be base64'],
    [{ image: 'AAAA' }, '400 INVALID_IMAGE_FORMAT: image: '],
    [{ image: 'http://127.0.0.1/a.png' }, '400 INVALID_REQUEST: image: '],
    [{ model: 'painter' }, '400 INVALID_MODEL: '],
    [{ model: 'nobody' }, '404 MODEL_NOT_FOUND: '],
    [{ aspect_ratio: '5:4' }, '400 INVALID_REQUEST: aspect_ratio: '],
    [{ model: 'mixer', aspect_ratio: '16:9' }, '400 INVALID_REQUEST: aspect_ratio: Must be one of: auto, 1:1'],
    [{ model: 'mixer', aspect_ratio: '1:1' }, '400 INVALID_REQUEST: aspect_ratio: The model mixer keeps'],
    [{ model: 'mixer', resolution: '4K' }, '400 INVALID_REQUEST: resolution: Must be one of: 1K, 2K'],
    [{ resolution: 'x'.repeat(11) }, '400 INVALID_REQUEST: resolution: '],
    [{ model: 'mixer', quality: 'medium' }, '400 INVALID_REQUEST: quality: Must be one of: low, high'],
    [{ quality: 'best' }, '400 INVALID_REQUEST: quality: '],
    [{ output_format: 'gif' }, '400 INVALID_REQUEST: output_format: '],
    [{ safe_mode: 'true' }, '400 INVALID_REQUEST: safe_mode: '],
    [{ enhance_prompt: true }, '400 INVALID_REQUEST: enhance_prompt: '],
  ])('as JSON: %j', async (fields, message) => {
    expect(await refusal(await sendJson(json(fields)))).toContain(message);
  });

  it.each<[string, () => TestPart[], string]>([
    ['an empty file', () => [text('prompt', 'x'), file('')], '400 INVALID_FILE_SIZE: image: The file is empty'],
    ['no image', () => [text('prompt', 'x')], '400 INVALID_REQUEST: image: Required: an image'],
    [
      'two images',
      () => [text('prompt', 'x'), file(image), file(image)],
      '400 INVALID_REQUEST: image: Must be sent once',
    ],
    ['two prompts', () => [text('prompt', 'x'), text('prompt', 'y')], '400 INVALID_REQUEST: prompt: Must be sent once'],
    [
      'a prompt as a file',
      () => [file('x', 'prompt'), file(image)],
      '400 INVALID_REQUEST: prompt: Must be text, not a file',
    ],
    [
      'a model as a file',
      () => [text('prompt', 'x'), file('mixer', 'model'), file(image)],
      '400 INVALID_REQUEST: model: Must be text, not a file',
    ],
    [
      'a boolean in other words',
      () => [text('prompt', 'x'), file(image), text('safe_mode', 'yes')],
      '400 INVALID_REQUEST: safe_mode: ',
    ],
    [
      'a long prompt',
      () => [text('prompt', 'x'.repeat(32_769)), file(image)],
      '400 INVALID_REQUEST: prompt: Must have at most 32,768',
    ],
    [
      'many parts',
      () => Array.from({ length: 21 }, (_, at) => text(`f${at}`, 'x')),
      '400 INVALID_REQUEST: The form has too many parts: at most 20.',
    ],
  ])('in a form: %s', async (_name, parts, message) => {
    expect(await refusal(await sendForm(parts()))).toContain(message);
  });

  it.each([
    [
      'a cut form',
      (body: Buffer, type: string) => ({ body: body.subarray(0, -30), type }),
      '400 INVALID_REQUEST: The form is incomplete: its last boundary is missing.',
    ],
    [
      'no boundary',
      (body: Buffer) => ({ body, type: 'multipart/form-data' }),
      '400 INVALID_REQUEST: The form has no boundary',
    ],
    [
      'another boundary',
      (body: Buffer) => ({ body, type: 'multipart/form-data; boundary=other' }),
      '400 INVALID_REQUEST: The form is empty',
    ],
    [
      'a huge boundary',
      (body: Buffer) => ({ body, type: `multipart/form-data; boundary=${'b'.repeat(5_000)}` }),
      'longer than 70 characters',
    ],
    [
      'another type',
      (body: Buffer) => ({ body, type: 'multipart/mixed; boundary=x' }),
      '415 INVALID_CONTENT_TYPE: The content type must be application/json or multipart/form-data.',
    ],
    ['no type', (body: Buffer) => ({ body, type: 'text/plain' }), '415 INVALID_CONTENT_TYPE: '],
  ])('for the form itself: %s', async (_name, change, message) => {
    const made = testForm([text('prompt', 'x'), file(image)]);
    const { body, type } = change(made.body, made.contentType);
    const headers = { authorization: service.authorization, 'content-type': type };
    const request = new Request(`http://localhost:3000${PATH}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    expect(await refusal(await POST(request))).toContain(message);
  });

  it('for a file and a body that are too large', async () => {
    const large = await sendForm([text('prompt', 'x'), file(Buffer.alloc(25_000_001))]);
    expect(await refusal(large)).toBe('413 PAYLOAD_TOO_LARGE: image: The file is larger than 25 MB');
    const whole = await sendForm([file(Buffer.alloc(20_000_000), 'a'), file(Buffer.alloc(15_000_001), 'b')]);
    expect(await refusal(whole)).toBe('413 PAYLOAD_TOO_LARGE: The request body is larger than 35 MB.');
  });

  it('for an image with too few or too many pixels', async () => {
    const small = (await testImage(255, 256)).toString('base64');
    expect(await refusal(await sendJson(json({ image: small })))).toContain('400 IMAGE_TOO_SMALL: image: ');
    const wide = (await testImage(7_000, 5_000)).toString('base64');
    expect(await refusal(await sendJson(json({ image: wide })))).toContain('422 IMAGE_TOO_LARGE: image: ');
  });
});
