import { afterEach, expect, it } from 'vitest';
import { forgetMissing, noteMissing } from '../engines/missing';
import { catalog, installCatalog } from '../models/catalog';
import { embeddedListing, testCatalog } from '../models/test-catalog';
import { describeEngine } from './describe-engine';

const CALLER = { kind: 'session', account: { pro: false } };
const before = catalog();

function serve(...ids: string[]): void {
  installCatalog(testCatalog('', { serviceFile: null, embedded: ids.map(embeddedListing) }));
}

afterEach(() => {
  installCatalog(before);
  forgetMissing('gone');
});

it('counts the served models if nothing is missing', () => {
  serve();
  expect(describeEngine(CALLER)).toEqual({
    message: 'No text model is served.',
    weights: [],
    models: [],
    declined: null,
  });
  serve('smollm2-135m');
  expect(describeEngine(CALLER).message).toBe('1 text model is served.');
  serve('smollm2-135m', 'qwen2.5-coder-1.5b', 'llama3');
  expect(describeEngine(CALLER).message).toBe('3 text models are served.');
});

it('lists missing weights, whatever else is served', () => {
  serve('smollm2-135m');
  noteMissing({ id: 'gone', file: 'gone.gguf', sha256: null, folder: '/models', reasons: [], problem: 'sources' });
  const { message, weights } = describeEngine(CALLER);
  expect(message).toContain('The embedded model gone is not installed');
  expect(weights).toEqual([{ model: 'gone', file: 'gone.gguf', sha256: '', folder: '/models' }]);
});
