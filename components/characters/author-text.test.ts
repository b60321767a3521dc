import { expect, it } from 'vitest';
import { authorText } from './author-text';

it('names authors, but never the service by its name in the API', () => {
  expect(authorText('x7k2m9qa', 'svc')).toBe('by x7k2m9qa');
  expect(authorText('Acme', 'acme')).toBe('by Acme');
  expect(authorText('svc', 'svc')).toBe('built in');
});
