import { describe, expect, it } from 'vitest';
import { testKey } from '../test-keys';
import { readRotations, type Rotation, unfinishedOf, withoutKey, withRotation } from './unfinished';

const key = (id: string, expiresAt: string | null = null) => testKey({ id, expiresAt });
const begun: Rotation = { oldId: 'old', newId: 'new', oldExpiresAt: null };

describe('an interrupted rotation', () => {
  it('is unfinished while both keys are unchanged', () => {
    const keys = [key('other'), key('new'), key('old')];
    expect(unfinishedOf([begun], keys)).toEqual([{ old: key('old'), successor: key('new') }]);
  });

  it.each([
    ['the old key was revoked', [key('new')]],
    ['the new key was revoked', [key('old')]],
    ['the old key was given an expiry', [key('new'), key('old', '2026-12-01T00:00:00.000Z')]],
    ['the keys are another account’s', [key('other')]],
  ])('is over if %s', (_, keys) => {
    expect(unfinishedOf([begun], keys)).toEqual([]);
  });

  it('is remembered together with nineteen others, including another one of the same key', () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...begun, oldId: `old ${at}`, newId: `new ${at}` }));
    const kept = withRotation(withRotation(many, begun), { ...begun, newId: 'newer' });
    expect(kept).toHaveLength(20);
    expect(kept.slice(0, 2)).toEqual([{ ...begun, newId: 'newer' }, begun]);
    expect(unfinishedOf(kept, [key('newer'), key('new'), key('old')])).toHaveLength(2);
    expect(withoutKey(kept, 'newer')).toHaveLength(19);
    expect(withoutKey(kept, 'old')).toHaveLength(18);
  });

  it('continues with the successor of its new key', () => {
    const chain = withRotation([begun], { oldId: 'new', newId: 'third', oldExpiresAt: null });
    expect(unfinishedOf(withoutKey(chain, 'new'), [key('third'), key('old')])).toEqual([
      { old: key('old'), successor: key('third') },
    ]);
  });
});

it.each([
  [null, []],
  ['', []],
  ['{', []],
  ['{"oldId":"old"}', []],
  [JSON.stringify([begun, null, 7, { oldId: 'old' }, { ...begun, oldExpiresAt: 5 }]), [begun]],
])('a storage with %j yields %j', (kept, rotations) => {
  expect(readRotations(kept)).toEqual(rotations);
});
