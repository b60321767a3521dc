import { describe, expect, it } from 'vitest';
import { findKnownModel } from './price-list';
import list from './prices.json' with { type: 'json' };

const OPENAI = 'api.openai.com';

describe('prices.json', () => {
  it('has its source and date', () => {
    expect(list.licence).toBe('MIT');
    expect(list.taken).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(Object.keys(list.vendors)[0]).toBe('openai');
  });

  it('has a readable price for every model, and no model without one', () => {
    let count = 0;
    for (const vendor of Object.values(list.vendors)) {
      const [host = ''] = vendor.hosts;
      for (const id of Object.keys(vendor.models)) {
        const known = findKnownModel(id, host);
        expect(known?.price.inputNanoUsd, id).toBeGreaterThan(0n);
        expect(known?.price.outputNanoUsd, id).toBeGreaterThan(0n);
        if (known?.contextTokens !== undefined) expect(known.contextTokens, id).toBeGreaterThan(1_000);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it('lists only text models', () => {
    const ids = Object.values(list.vendors).flatMap((vendor) => Object.keys(vendor.models));
    expect(ids.filter((id) => /embed|whisper|tts|dall-e|audio|-image|rerank|moderation/i.test(id))).toEqual([]);
  });
});

describe('findKnownModel', () => {
  it('finds an exact id', () => {
    expect(findKnownModel('gpt-4o-mini', OPENAI)).toEqual({
      price: { inputNanoUsd: 150_000_000n, outputNanoUsd: 600_000_000n, cacheInputNanoUsd: 75_000_000n },
      contextTokens: 128_000,
      maxCompletionTokens: 16_384,
      abilities: ['tools', 'schema', 'vision', 'multiple_images', 'logprobs'],
    });
  });

  it.each(['gpt-4o-mini-', 'GPT-4o-mini', 'openai/gpt-4o-mini', 'constructor', '__proto__', ''])(
    'does not guess at "%s"',
    (id) => {
      expect(findKnownModel(id, OPENAI)).toBeNull();
    },
  );

  it('reads ids as Google lists them', () => {
    const host = 'generativelanguage.googleapis.com';
    expect(findKnownModel('models/gemini-2.5-flash', host)?.price.inputNanoUsd).toBe(300_000_000n);
  });

  it('uses a vendor’s own list on its host, and the highest price elsewhere', () => {
    expect(findKnownModel('gpt-4o-mini', 'api.mistral.ai')).toBeNull();
    expect(findKnownModel('gpt-4o-mini', 'gateway.example')?.price.outputNanoUsd).toBe(600_000_000n);
    const shared = 'deepseek-ai/DeepSeek-V3';
    const everywhere = findKnownModel(shared, 'gateway.example')?.price;
    for (const host of ['api.deepinfra.com', 'api.together.xyz', 'api.studio.nebius.com']) {
      const one = findKnownModel(shared, host)?.price;
      if (one && everywhere) {
        const margin = everywhere.inputNanoUsd + everywhere.outputNanoUsd - one.inputNanoUsd - one.outputNanoUsd;
        expect(margin).toBeGreaterThanOrEqual(0n);
      }
    }
    expect(everywhere).toBeDefined();
  });

  it('limits a model whose price rises with the prompt to the lower prompt size', () => {
    // Above 200,000 prompt tokens the vendor charges more.
    const known = findKnownModel('gemini-2.5-pro', 'generativelanguage.googleapis.com');
    expect(known?.contextTokens).toBe(200_000);
  });
});
