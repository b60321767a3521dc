import { expect, it } from 'vitest';
import { MODELS, modelOf } from '../test-models';
import { aboutOf, sourceOf } from './about';
import { abilitiesOf, sortedAbilities } from './abilities';
import { boundsOf } from './bounds';
import { deprecationOf } from './deprecation';
import { pathOf, type ModelOf } from './types';

const bounds = (id: string) => Object.fromEntries(boundsOf(modelOf(id)).map(({ term, value }) => [term, value]));
const about = (id: string) => Object.fromEntries(aboutOf(modelOf(id), true).map(({ term, value }) => [term, value]));

it('keeps slashes in the path of a model, and encodes everything else', () => {
  expect(pathOf('org/demo-1.5')).toBe('/models/org/demo-1.5');
  expect(pathOf('org/a?b#c')).toBe('/models/org/a%3Fb%23c');
});

it('describes the removal of a model', () => {
  const model = modelOf('demo-text-old');
  expect(deprecationOf(model)).toEqual({
    day: '2037-01-10',
    removesAt: '2037-01-10T00:00:00.000Z',
    replacement: 'demo-text-s',
    sentence: 'Available until 2037-01-10 00:00 UTC. Requests will then run on demo-text-s, at its price.',
  });
  expect(deprecationOf(modelOf('demo-text-s'))).toBeNull();
});

it.each([
  [{ autoRemap: false, replacementModelId: 'b' }, 'Use b instead; requests will then be refused.'],
  [{ autoRemap: false }, 'There is no replacement; requests will then be refused.'],
])('describes what follows the removal: %j', (rest, sentence) => {
  const model = modelOf('demo-text-s');
  const deprecation = { date: '2030-01-01T00:00:00.000Z', removesAt: '2030-02-01T00:00:00.000Z', ...rest };
  const leaving = deprecationOf({ ...model, model_spec: { ...model.model_spec, deprecation } } as typeof model);
  expect(leaving?.sentence).toContain(sentence);
});

it('says whether regions are enforced', () => {
  const regionsOf = (enforced: boolean) =>
    aboutOf(modelOf('demo-text-old'), enforced).find(({ term }) => term === 'Available in')?.value;
  expect(regionsOf(true)).toBe('CH, DE');
  expect(regionsOf(false)).toBe('CH, DE (not enforced here)');
});

it('lists the abilities to filter by, and all others', () => {
  expect(abilitiesOf(modelOf('demo-text-s')).map(({ label }) => label)).toEqual([
    'Tools',
    'Structured output',
    'Vision',
    'Reasoning',
    'Web search',
  ]);
  const { can, cannot } = sortedAbilities(modelOf('demo-text-s') as ModelOf<'text'>);
  expect(can).toContain('Multiple images, up to 10');
  expect(can).toContain('Reasoning effort: none, low, medium, high');
  expect(cannot).toContain('Optimized for code');
});

it('lists defaults and bounds of every type', () => {
  expect(bounds('demo-text-s')).toMatchObject({
    Context: '131,072 tokens',
    'Max output tokens': '16,384 tokens',
    temperature: '0.7 (0 to 2)',
    frequency_penalty: '0 (−2 to 2)',
    reasoning_effort: 'medium',
  });
  expect(bounds('demo-image')).toMatchObject({
    steps: '8 (at most 50)',
    aspect_ratio: '1:1, 16:9 (default: 1:1)',
    quality: 'low, medium, high (default: medium)',
    'Style references': 'up to 4',
  });
  expect(bounds('demo-image-pixels')['Width and height']).toMatch(/^multiples of \d+$/);
  expect(bounds('demo-tts')).toMatchObject({ 'Voice cloning': 'at least 5 s of wav or mp3', voice: 'anna, ben' });
  expect(bounds('demo-music')).toMatchObject({ speed: '1 (0.5 to 2)', Lyrics: 'required' });
  expect(bounds('demo-video')).toMatchObject({ 'Makes a video from': 'a text', duration: '5s, 10s' });
  expect(bounds('demo-asr')).toEqual({});
});

it('describes a model', () => {
  expect(about('demo-text-s')).toMatchObject({ Released: '2026-03-01', Weights: 'fp8', Type: 'Text' });
  expect(about('demo-text-old')).toMatchObject({
    Privacy: 'anonymized, runs on a third party',
    'Available in': 'CH, DE',
    'Reseller discount': '10%',
    State: 'in testing here, a beta of its provider, uncensored',
  });
});

it('links to the provider page only if it is on the web', () => {
  expect(sourceOf(modelOf('demo-text-s'))).toBe('https://example.org/demo-text-s');
  expect(sourceOf(modelOf('demo-embed'))).toBeNull();
  const model = modelOf('demo-text-s');
  const odd = { ...model, model_spec: { ...model.model_spec, modelSource: 'javascript:alert(1)' } } as typeof model;
  expect(sourceOf(odd)).toBeNull();
});

it('lists no detail twice, and none without text', () => {
  for (const model of MODELS) {
    const facts = [...aboutOf(model, true), ...boundsOf(model)];
    expect(new Set(facts.map(({ term }) => term)).size).toBe(facts.length);
    for (const { value } of facts) expect(value).not.toMatch(/undefined|NaN|^$/);
  }
});
