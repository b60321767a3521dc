import { describe, expect, it } from 'vitest';
import { testImageModel } from '../image/testing/test-image-service';
import type { Model } from '../models/model';
import type { ImageModel } from '../providers/image-spec';
import type { Provider } from '../providers/spec';
import { servableModels } from './servable-models';

const draw: ImageModel = async () => ({ image: null });
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

  it('of types that are not checked stay as they are', () => {
    const speech = {
      ...testImageModel('t', { upstreams: [upstream('talker')] }),
      type: 'music',
    } as unknown as Model;
    expect(servableModels([speech], providers)).toEqual({ models: [speech], notes: [] });
  });
});
