import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_PREFERENCES, type PutPreferences } from '../../../preferences/contract';
import { DEFAULT_SETTINGS } from '../types';
import { changePreferences } from './change-preferences';
import { withInstructions } from './with-instructions';

afterEach(() => vi.unstubAllGlobals());

/** A server whose preferences another tab changes before each of the first writes. */
function serverWith(otherChanges: number) {
  let stored = { revision: 5, preferences: NO_PREFERENCES };
  let left = otherChanges;
  const writes: PutPreferences[] = [];
  vi.stubGlobal('fetch', (_path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json(stored));
    if (left > 0) {
      left -= 1;
      const prompts = [...stored.preferences.prompts, { id: `o${left}`, name: 'other', text: 'Theirs.' }];
      stored = { revision: stored.revision + 1, preferences: { ...stored.preferences, prompts } };
    }
    const given = JSON.parse(body ?? '') as PutPreferences;
    writes.push(given);
    if (given.revision !== stored.revision)
      return Promise.resolve(Response.json({ error: 'Changed.', code: 'CONFLICT' }, { status: 409 }));
    stored = { revision: stored.revision + 1, preferences: given.preferences };
    return Promise.resolve(Response.json(stored));
  });
  return writes;
}

describe('a change of the preferences', () => {
  const known = { revision: 5, preferences: NO_PREFERENCES };

  it('is applied again to what another tab has stored', async () => {
    serverWith(2);
    const { revision, preferences } = await changePreferences(known, (before) => ({
      ...before,
      instructions: 'Mine.',
    }));
    expect(revision).toBe(8);
    expect(preferences.instructions).toBe('Mine.');
    expect(preferences.prompts).toHaveLength(2);
  });

  it('is given up after some attempts', async () => {
    const writes = serverWith(9);
    const change = changePreferences(known, (before) => ({ ...before, instructions: 'Mine.' }));
    await expect(change).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(writes).toHaveLength(4);
  });
});

describe('custom instructions', () => {
  it('come before the system prompt', () => {
    const settings = { ...DEFAULT_SETTINGS, system: ' Be brief. ' };
    expect(withInstructions(settings, ' I am a nurse. ').system).toBe('I am a nurse.\n\nBe brief.');
    expect(withInstructions(DEFAULT_SETTINGS, 'I am a nurse.').system).toBe('I am a nurse.');
    expect(withInstructions(settings, '  ')).toBe(settings);
  });
});
