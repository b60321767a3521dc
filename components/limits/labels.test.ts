import { describe, expect, it } from 'vitest';
import type { LiveLimit } from '@/lib/limits/contract';
import { countingNote, detailOf, groupLimits, searchLimits, subjectText, toneOf } from './labels';

const row = (modelId: string, type = 'text', limitClass = 'text_S', name = modelId): LiveLimit => ({
  modelId,
  name,
  type,
  limitClass,
  requests: { limit: 75, of: 75, remaining: 75 },
  tokens: null,
});
const CREATE = row('endpoint:api/v1/api_keys', 'endpoint', 'create_key', 'Create a key');

describe('groups', () => {
  it('are in the order of the page, endpoints last, each with its rows in the given order', () => {
    const rows = [CREATE, row('v', 'video'), row('z'), row('x', 'hologram'), row('a'), row('e', 'embedding')];
    const seen = groupLimits(rows).map(({ label, rows: own }) => [label, own.map(({ modelId }) => modelId)]);
    expect(seen).toEqual([
      ['Text', ['z', 'a']],
      ['Embeddings', ['e']],
      ['Video', ['v']],
      ['hologram', ['x']],
      ['Endpoints', ['endpoint:api/v1/api_keys']],
    ]);
    expect(groupLimits([])).toEqual([]);
  });
});

describe('the search', () => {
  const rows = [row('org/demo-s', 'text', 'text_S', 'Demo Small'), row('painter', 'image', 'image'), CREATE];
  it.each([
    ['', 3],
    ['  DEMO   small ', 1],
    ['org/', 1],
    ['images', 1],
    ['endpoint', 1],
    ['demo painter', 0],
  ])('for "%s" finds %i', (search, count) => {
    expect(searchLimits(rows, search)).toHaveLength(count);
  });
});

describe('the details of a row', () => {
  it('include its ID if that is not its name, and its class if there are classes', () => {
    expect(detailOf(row('demo', 'text', 'text_XS', 'Demo'))).toBe('demo · class XS');
    expect(detailOf(row('demo'))).toBe('class S');
    expect(detailOf(row('painter', 'image', 'image'))).toBe('');
    expect(detailOf(CREATE)).toBe('/api/v1/api_keys');
    expect(subjectText('endpoint:api/v1/chat/completions')).toBe('/api/v1/chat/completions');
    expect(subjectText('org/model')).toBe('org/model');
  });
});

describe('the color of a bar', () => {
  it('does not alarm while nearly everything is left', () => {
    expect(toneOf({ limit: 500, of: 500, remaining: 499 })).toBe('quiet');
  });

  it.each([
    [75, 'quiet'],
    [74, 'quiet'],
    [16, 'quiet'],
    [15, 'warn'],
    [1, 'warn'],
    [0, 'stop'],
  ] as const)('with %i of 75 left is %s', (remaining, tone) => {
    expect(toneOf({ limit: 75, of: 75, remaining })).toBe(tone);
  });

  it('is relative to the share if there is one', () => {
    expect(toneOf({ limit: 75, of: 18, remaining: 18 })).toBe('quiet');
    expect(toneOf({ limit: 75, of: 0, remaining: 0 })).toBe('stop');
  });
});

describe('the note on counting', () => {
  it('is absent if the numbers are exact', () => {
    expect(countingNote({ counting: 'redis', exact: true, processes: 4 })).toBeNull();
  });
  it('says whose share is shown, and why', () => {
    expect(countingNote({ counting: 'shared', exact: false, processes: 4 })).toContain('one of 4 processes');
    expect(countingNote({ counting: 'redis', exact: false, processes: 2 })).toContain('cannot be reached');
  });
});
