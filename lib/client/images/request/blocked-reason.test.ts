import { expect, it } from 'vitest';
import { DEFAULT_IMAGE_SETTINGS } from '../settings/default-settings';
import { drawModel } from '../test-models';
import { blockedReason } from './blocked-reason';

const given = { pending: false, served: 1 };
const model = drawModel('demo', { promptCharacterLimit: 10 });

it('names the text that is too long, and its own bound', () => {
  const settings = { ...DEFAULT_IMAGE_SETTINGS, prompt: 'A kite' };
  expect(blockedReason(settings, model, given)).toBeNull();
  // The model's bound is that of the prompt alone.
  expect(blockedReason({ ...settings, negativePrompt: 'x'.repeat(7_500) }, model, given)).toBeNull();
  expect(blockedReason({ ...settings, prompt: 'A much longer kite' }, model, given)).toBe(
    'The prompt has 18 characters; at most 10 are possible.',
  );
  expect(blockedReason({ ...settings, negativePrompt: 'x'.repeat(7_501) }, model, given)).toBe(
    'The negative prompt has 7,501 characters; at most 7,500 are possible.',
  );
});
