import { expect, it } from 'vitest';
import { linkNotice } from './link-notice';

it('names what a link could not set', () => {
  expect(linkNotice(['style', 'width', 'variants'])).toBe(
    'The link contains settings that are not possible here. They were replaced: style, width, number of images.',
  );
  expect(linkNotice([])).toBeNull();
});
