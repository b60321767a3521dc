import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '@/lib/client/chat/types';
import { countChanged } from '../settings/settings-fields';
import { withWeb } from './with-web';

it('keeps only what is on', () => {
  const on = withWeb(DEFAULT_SETTINGS, { webSearch: 'auto', readLinks: true });
  expect(on).toEqual({ ...DEFAULT_SETTINGS, webSearch: 'auto', readLinks: true });
  expect(countChanged(on)).toBe(2);
  expect(withWeb(on, { readLinks: undefined })).toEqual({ ...DEFAULT_SETTINGS, webSearch: 'auto' });
  expect(withWeb(on, { webSearch: undefined, readLinks: undefined })).toEqual(DEFAULT_SETTINGS);
});
