import { expect, it } from 'vitest';
import type { Attachment } from '../types';
import { nothingFoundText, waitingText, webUseOf } from './web-use';

const IMAGE: Attachment = { id: 'a', kind: 'image', name: 'a.png', type: 'image/png', bytes: 1, url: 'data:,' };
const LINK = 'Read https://example.org/a and https://example.org/b.';

it('knows what a request looks for before the model is asked', () => {
  expect(webUseOf({ webSearch: 'on' }, { text: 'Tides?' })).toBe('search');
  expect(webUseOf({ webSearch: 'on', readLinks: true }, { text: LINK })).toBe('links');
  expect(webUseOf({ webSearch: 'on' }, { text: LINK })).toBe('search');
  expect(webUseOf({ readLinks: true }, { text: 'Tides?' })).toBeUndefined();
  // The model decides about it.
  expect(webUseOf({ webSearch: 'auto' }, { text: 'Tides?' })).toBeUndefined();
  expect(webUseOf({ webSearch: 'on' }, { text: 'What is this?', attachments: [IMAGE] })).toBeUndefined();
  expect(webUseOf({ webSearch: 'on' }, { text: '/image a red kite' })).toBeUndefined();
});

it('says what an answer waits for', () => {
  expect(waitingText({ web: 'search' })).toBe('Searching…');
  expect(waitingText({ web: 'links' })).toBe('Reading links…');
  expect(waitingText({})).toBe('Waiting for the first token…');
});

it('says that nothing was found, or which links could not be read', () => {
  expect(nothingFoundText({ web: 'search' }, LINK)).toBe('The search found nothing.');
  expect(nothingFoundText({}, 'Tides?')).toBe('The search found nothing.');
  expect(nothingFoundText({ web: 'links' }, LINK)).toBe(
    'Could not be read, not charged: https://example.org/a, https://example.org/b',
  );
});
