import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '@/lib/client/chat/types';
import { UNSENT } from './actions';
import { rebaseUnsent } from './rebase-unsent';

const defaults = {
  modelId: 'big',
  settings: { ...DEFAULT_SETTINGS, system: 'Be brief.', temperature: 0.2, readLinks: true as const },
};

it('keeps the account’s defaults but for what was changed before they arrived', () => {
  expect(rebaseUnsent(UNSENT, UNSENT, defaults)).toEqual(defaults);
  const searching = { ...UNSENT, settings: { ...DEFAULT_SETTINGS, webSearch: 'on' as const } };
  expect(rebaseUnsent(searching, UNSENT, defaults)).toEqual({
    modelId: 'big',
    settings: { ...defaults.settings, webSearch: 'on' },
  });
  const chosen = { modelId: 'small', settings: { ...DEFAULT_SETTINGS, temperature: 1 } };
  expect(rebaseUnsent(chosen, UNSENT, defaults)).toEqual({
    modelId: 'small',
    settings: { ...defaults.settings, temperature: 1 },
  });
  const before = { ...UNSENT, settings: { ...DEFAULT_SETTINGS, readLinks: true as const } };
  expect(rebaseUnsent(UNSENT, before, defaults).settings).not.toHaveProperty('readLinks');
});
