import { describe, expect, it } from 'vitest';
import { testImageModel } from '../image/testing/test-image-service';
import type { Model } from '../models/model';
import { testCatalog } from '../models/test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '../models/test-whole-file';
import type { ImageResult } from '../providers/image-spec';
import type { Provider } from '../providers/spec';
import { servableModels } from './servable-models';

const draw = async (): Promise<ImageResult> => ({ image: null });
const providers: Provider[] = [{ id: 'artist', drawImage: draw }, { id: 'talker' }];
const upstream = (provider: string) => ({ provider, model: 'm', weight: 1 });

describe('models of the service file', () => {
  it('are left out if no provider can serve their type, with a note', () => {
    const image = testImageModel('a', { upstreams: [upstream('talker'), upstream('nobody')] });
    expect(servableModels([image], providers)).toEqual({
      models: [],
      notes: ['the model a is left out: talker, nobody cannot serve models of type image'],
    });
  });

  it('keep only the upstreams that can', () => {
    const image = testImageModel('a', { upstreams: [upstream('talker'), upstream('artist')] });
    const { models, notes } = servableModels([image], providers);
    expect(models).toEqual([{ ...image, upstreams: [upstream('artist')] }]);
    expect(notes).toEqual(['the model a is not served by every provider: talker cannot serve models of type image']);
  });

  it('with the trait that removes backgrounds keep only the upstreams that can do that', () => {
    const edit = testCatalog(WHOLE_FILE, {}, WHOLE_FILE_ENVIRONMENT).models.get('demo-edit');
    if (edit?.type !== 'inpaint') throw new Error('no editing model');
    const upstreams = [upstream('editor'), upstream('remover')];
    const inpaint: Model = { ...edit, id: 'i', traits: ['background_removal'], upstreams };
    const able: Provider[] = [
      { id: 'editor', editImage: draw },
      { id: 'remover', editImage: draw, removeBackground: draw },
    ];
    const { models, notes } = servableModels([inpaint], able);
    expect(models).toEqual([{ ...inpaint, upstreams: [upstream('remover')] }]);
    expect(notes[0]).toContain('editor cannot serve models of type inpaint with the trait background_removal');
    expect(servableModels([{ ...inpaint, traits: [] }], able).notes).toEqual([]);
    expect(servableModels([inpaint], able.slice(0, 1))).toEqual({
      models: [{ ...inpaint, traits: [], upstreams: [upstream('editor')] }],
      notes: [
        'the model i does not get the trait background_removal: editor, remover cannot do that',
        'the model i is not served by every provider: remover cannot serve models of type inpaint',
      ],
    });
  });

  it('of types that are not checked stay as they are', () => {
    const image = testImageModel('t', { upstreams: [upstream('talker')] });
    const speech: Model = { ...image, type: 'asr', price: { perAudioSecondNanoUsd: 1n } };
    expect(servableModels([speech], providers)).toEqual({ models: [speech], notes: [] });
  });
});
