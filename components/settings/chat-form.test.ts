import { expect, it } from 'vitest';
import { NO_PREFERENCES, type ChatPreferences } from '@/lib/preferences/contract';
import { changeOf, formAfter, formOf } from './chat-form';

const stored: ChatPreferences = {
  ...NO_PREFERENCES,
  instructions: 'I am a nurse.',
  defaults: { modelId: 'big', settings: { ...NO_PREFERENCES.defaults.settings, temperature: 0.5, webSearch: 'auto' } },
};
const elsewhere: ChatPreferences = {
  ...stored,
  instructions: 'I am a doctor.',
  defaults: { modelId: 'small', settings: { ...stored.defaults.settings, system: 'Be brief.', topP: 1 } },
};

it('writes only what the user has changed, over what another tab has stored meanwhile', () => {
  const shown = formOf(stored);
  expect(changeOf(shown, { ...shown, modelId: 'other' })(elsewhere)).toEqual({
    ...elsewhere,
    defaults: { ...elsewhere.defaults, modelId: 'other' },
  });
  const typed = { ...shown, instructions: ' Mine. ', temperature: '', maxTokens: '100' };
  expect(changeOf(shown, typed)(elsewhere)).toEqual({
    ...elsewhere,
    instructions: 'Mine.',
    defaults: {
      modelId: 'small',
      settings: { ...elsewhere.defaults.settings, temperature: null, maxTokens: 100 },
    },
  });
  expect(changeOf(shown, { ...shown, modelId: '' })(elsewhere).defaults.modelId).toBeNull();
  expect(changeOf(shown, { ...shown, system: ' ' })(elsewhere).defaults.settings.system).toBe('');
});

it('then shows what is stored, but for what was typed while it was being saved', () => {
  const shown = formOf(stored);
  const saved = { ...shown, modelId: 'other' };
  expect(formAfter(saved, saved, elsewhere)).toEqual(formOf(elsewhere));
  expect(formAfter({ ...saved, topP: '0.2' }, saved, elsewhere)).toEqual({ ...formOf(elsewhere), topP: '0.2' });
});
