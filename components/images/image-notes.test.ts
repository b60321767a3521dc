import { expect, it } from 'vitest';
import { imageNotes } from './image-notes';

it('says what a reader should know of an image', () => {
  expect(imageNotes({ violation: true, blurred: true, notApplied: ['cfg_scale', 'steps'] })).toEqual([
    'Blocked for its content, so it is black. Not charged.',
    'Safe mode blurred this image.',
    'The model could not apply: cfg scale, steps.',
  ]);
  expect(imageNotes({ violation: false, blurred: false, notApplied: [] })).toEqual([]);
});
