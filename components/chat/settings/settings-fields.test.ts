import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '@/lib/client/chat/types';
import { attentionMessage, countChanged, findWrongSettings, readSetting, textOfSettings } from './settings-fields';

describe('readSetting', () => {
  it('leaves an empty field to the model', () => {
    for (const name of ['temperature', 'topP', 'maxTokens', 'seed'] as const) {
      expect(readSetting(name, ' ', 100)).toEqual({ value: null });
    }
  });

  it('accepts numbers within the bounds, also with a decimal comma', () => {
    expect(readSetting('temperature', '0,7', null)).toEqual({ value: 0.7 });
    expect(readSetting('temperature', '2', null)).toEqual({ value: 2 });
    expect(readSetting('topP', '.5', null)).toEqual({ value: 0.5 });
    expect(readSetting('seed', '0', null)).toEqual({ value: 0 });
    expect(readSetting('maxTokens', '8192', 8192)).toEqual({ value: 8192 });
  });

  it('says what would be valid', () => {
    expect(readSetting('temperature', '2.1', null)).toEqual({ error: 'Must be a number between 0 and 2.' });
    expect(readSetting('temperature', '0x1', null)).toEqual({ error: 'Must be a number between 0 and 2.' });
    expect(readSetting('topP', '-1', null)).toEqual({ error: 'Must be a number between 0 and 1.' });
    expect(readSetting('maxTokens', '8193', 8192)).toEqual({ error: 'Must be a whole number between 1 and 8,192.' });
    expect(readSetting('maxTokens', '0', null)).toEqual({ error: 'Must be a whole number of at least 1.' });
    expect(readSetting('seed', '1.5', null)).toEqual({ error: 'Must be a whole number of at least 0.' });
  });

  it('reads stop sequences line by line, blanks kept, at most four', () => {
    expect(readSetting('stop', 'END\n\n  two', null)).toEqual({ value: ['END', '  two'] });
    expect(readSetting('stop', 'a\nb\nc\nd\ne', null)).toEqual({ error: 'Must be at most 4 lines.' });
  });
});

describe('settings as text', () => {
  it('counts the changed settings', () => {
    expect(countChanged(DEFAULT_SETTINGS)).toBe(0);
    const settings = { ...DEFAULT_SETTINGS, temperature: 0, stop: ['END'], system: 'Be brief.' };
    expect(countChanged(settings)).toBe(3);
    expect(textOfSettings(settings)).toMatchObject({ temperature: '0', stop: 'END', topP: '' });
  });
});

describe('settings that need attention', () => {
  it('are the invalid ones as typed, each with what would be valid', () => {
    const text = { ...textOfSettings(DEFAULT_SETTINGS), temperature: '25', seed: 'x' };
    const wrong = findWrongSettings(text, null);
    expect(wrong.map(({ name }) => name)).toEqual(['temperature', 'seed']);
    expect(wrong.map(attentionMessage)).toEqual([
      '“Temperature” in Settings is invalid: must be a number between 0 and 2.',
      '“Seed” in Settings is invalid: must be a whole number of at least 0.',
    ]);
    expect(findWrongSettings(textOfSettings(DEFAULT_SETTINGS), null)).toEqual([]);
  });

  it('include those that another model does not allow', () => {
    const text = textOfSettings({ ...DEFAULT_SETTINGS, maxTokens: 8192 });
    expect(findWrongSettings(text, 8192)).toEqual([]);
    expect(findWrongSettings(text, 2048)).toHaveLength(1);
  });
});
