import { expect, it } from 'vitest';
import { samplesOf } from '../../core/samples/samples';
import { savedFile } from './saved-file';

const EITHER = ['application/json', 'image/webp', 'image/png'];

it('saves an answer of bytes under the encoding that was requested', () => {
  expect(savedFile(EITHER, { return_binary: true, format: 'png' })).toEqual({ savesAs: 'image.png' });
  expect(savedFile(EITHER, { return_binary: true })).toEqual({ savesAs: 'image.webp' });
  expect(savedFile(['image/png'], undefined)).toEqual({ savesAs: 'image.png' });
});

it('saves a text that was requested alone', () => {
  const types = ['application/json', 'text/plain'];
  expect(savedFile(types, { file: 'report.pdf', response_format: 'text' })).toEqual({ savesAs: 'answer.txt' });
  expect(savedFile(types, { file: 'report.pdf', response_format: 'json' })).toEqual({});
});

it('saves nothing if the answer is JSON', () => {
  expect(savedFile(EITHER, { format: 'png' })).toEqual({});
  expect(savedFile(['application/json'], { return_binary: true })).toEqual({});
  expect(savedFile([], undefined)).toEqual({});
});

it('is in the sample of each language', () => {
  const samples = samplesOf({
    base: 'http://localhost:3000/api/v1',
    operationId: 'createImageGenerate',
    method: 'POST',
    path: '/image/generate',
    query: [],
    body: { model: 'default', prompt: 'A kite', return_binary: true },
    withKey: true,
    serviceId: 'svc',
    savesAs: 'image.webp',
  });
  for (const { language, code } of samples) expect(code, language).toContain('image.webp');
  expect(samples.map(({ code }) => code).join('\n')).not.toMatch(/response\.json|json\.load/);
});
