import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installEmbeddingModel } from '../embed/embedding-model';
import { installTestEmbeddingModel } from '../embed/test-embedding-model';
import { composeScene, type SceneCall } from './draw-in-child';
import { iconsByMeaning } from './name-unknown';
import { readScene, unknownNouns } from './read/read-scene';

const by = { account: 'a', signal: new AbortController().signal };
const call = (more: Partial<SceneCall> = {}): SceneCall => ({
  ...{ prompt: 'two capybaras beside a marimba', seed: 3, width: 96, height: 96, signal: by.signal },
  ...more,
});

beforeAll(installTestEmbeddingModel, 120_000);
afterAll(() => installEmbeddingModel(null));

describe('iconsByMeaning', () => {
  it('finds icons of near meaning, by the last word of a noun, and none for what has no near one', async () => {
    const found = await iconsByMeaning(['capybaras', 'grand marimba', 'gondola', 'xqzzv'], by);
    expect(found).toMatchObject({ capybaras: expect.any(String) as string, marimba: expect.any(String) as string });
    expect(found.xqzzv).toBeUndefined();
    expect(await iconsByMeaning([], by)).toEqual({});
  });

  it('asks for eight nouns at most', async () => {
    const nouns = Array.from({ length: 12 }, () => 'capybara').map((noun, at) => `${'very '.repeat(at)}${noun}${at}`);
    expect(Object.keys(await iconsByMeaning(nouns, by)).length).toBeLessThanOrEqual(8);
  });
});

describe('a prompt with words of no table', () => {
  it('lists them, and draws what is nearest with its number and relation, and says so', () => {
    expect(unknownNouns('two capybaras beside a house')).toEqual(['capybaras']);
    const { scene, notDrawn } = readScene('two capybaras beside a house', {
      seed: 1,
      synonyms: { capybaras: 'beaver' },
    });
    expect(notDrawn).toEqual([]);
    expect(scene.subjects).toMatchObject([
      { icon: 'beaver', word: 'capybaras (drawn as beaver)', count: 2, relation: { kind: 'beside', target: 1 } },
      { icon: 'house' },
    ]);
  });

  it('never takes a known word from the synonyms, nor one from an object that everything inherits', () => {
    const { scene } = readScene('a house and a constructor', { seed: 1, synonyms: { house: 'cat' } });
    expect(scene.subjects.map(({ icon }) => icon)).toEqual(['house']);
  });

  it('is drawn with the same bytes each time while the model is here, and without those words if not', async () => {
    const first = await composeScene(call());
    expect(first.description.notDrawn).toEqual([]);
    expect(first.description.subjects.join()).toContain('drawn as');
    expect((await composeScene(call())).bytes).toEqual(first.bytes);
    installEmbeddingModel(null);
    const without = await composeScene(call());
    expect(without.description.notDrawn).toEqual(['capybaras', 'marimba']);
    await installTestEmbeddingModel();
  });
});
