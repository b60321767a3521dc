import { afterEach, expect, it } from 'vitest';
import { forgetLocalModel, noteDeclined, noteLocalModel } from '../engines/local-models';
import { forgetMissing, noteMissing } from '../engines/missing';
import { catalog, installCatalog } from '../models/catalog';
import { embeddedListing, testCatalog } from '../models/test-catalog';
import { describeEngine } from './describe-engine';

const visitor = (role: 'owner' | 'member') => ({ kind: 'session', account: { pro: false, role } });
const CALLER = visitor('owner');
const before = catalog();

function serve(...ids: string[]): void {
  installCatalog(testCatalog('', { serviceFile: null, embedded: ids.map(embeddedListing) }));
}

afterEach(() => {
  noteDeclined(null);
  forgetLocalModel('gone');
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
    canConnect: true,
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

it('shows folders and figures of the machine to the owner alone', () => {
  noteMissing({ id: 'gone', file: 'gone.gguf', sha256: null, folder: '/models', reasons: [], problem: 'sources' });
  noteLocalModel('gone', { state: 'waiting', reason: 'It needs 2.6 GB of free memory.', retryAtMs: 0 });
  noteDeclined('A better embedded model needs 5 GB of free disk space; this machine has 1.2 GB.');
  const shown = JSON.stringify(describeEngine(visitor('member')));
  for (const secret of ['/models', 'gone.gguf', 'GB', 'OPENAI_API_KEY']) expect(shown).not.toContain(secret);
  expect(JSON.stringify(describeEngine(CALLER))).toContain('/models');
  expect(describeEngine(visitor('member')).canConnect).toBe(false);
  expect(describeEngine(visitor('member')).message).toBe(
    'The embedded model gone is not installed. The owner of this installation sees what to do.',
  );
});
