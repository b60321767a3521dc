import { describe, expect, it } from 'vitest';
import { buildCatalog, installCatalog } from '../catalog';
import { findModelOf } from '../find';
import { ModelList } from '../contract';
import { listModels } from '../list';
import { embeddedImageModels } from './embedded-images';

const able = async () => ({ image: null });
const all = { drawImage: able, editImage: able, upscaleImage: able };
const rates = { priceMarkup: '1' };
const catalogOf = (provider: Parameters<typeof embeddedImageModels>[0], include?: 'embedded'[]) =>
  buildCatalog({
    serviceFile: include
      ? {
          path: 'test',
          include: [],
          systemPrompt: '',
          providers: [],
          models: [],
          aliases: new Map(),
          tiers: new Map(),
          accounts: new Map(),
        }
      : null,
    embedded: [],
    embeddedImages: embeddedImageModels(provider),
    automatic: [],
    settings: rates,
  });

describe('the embedded image models', () => {
  it('are offered as far as the provider can serve them', () => {
    expect(embeddedImageModels({})).toEqual([]);
    expect(embeddedImageModels({ drawImage: able }).map(({ id }) => id)).toEqual(['scene-composer']);
    expect(embeddedImageModels(all).map(({ id, type }) => [id, type])).toEqual([
      ['scene-composer', 'image'],
      ['image-editor', 'inpaint'],
      ['image-upscaler', 'upscale'],
    ]);
  });

  it('are the defaults of their types, also under the names that clients send', () => {
    const catalog = catalogOf(all);
    for (const name of ['default', 'dall-e-3', 'gpt-image-1', 'Scene Composer']) {
      expect(findModelOf('image', name, catalog).model.id, name).toBe('scene-composer');
    }
    expect(findModelOf('inpaint', 'default', catalog).model.id).toBe('image-editor');
    expect(findModelOf('upscale', 'default', catalog).model.id).toBe('image-upscaler');
  });

  it('are left out if the operator includes no embedded models', () => {
    expect(catalogOf(all, []).models.size).toBe(0);
  });

  it('are listed by type in the published layout, with what they are', () => {
    installCatalog(catalogOf(all));
    for (const type of ['image', 'inpaint', 'upscale'] as const) {
      const list = listModels({ type }, { kind: 'anonymous' });
      expect(ModelList.parse(list)).toEqual(list);
      expect(list.data).toHaveLength(1);
    }
    const [composer] = listModels({ type: 'image' }, { kind: 'anonymous' }).data;
    expect(composer?.model_spec).toMatchObject({
      description: expect.stringContaining('not a diffusion model'),
      pricing: { generation: { usd: 0.002 }, upscale: { '2x': { usd: 0.002 }, '4x': { usd: 0.004 } } },
    });
  });
});
