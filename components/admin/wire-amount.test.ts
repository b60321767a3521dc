import { describe, expect, it } from 'vitest';
import { GrantCredit, StakedDiem } from '@/lib/admin/contract';
import { wireAmount } from './wire-amount';

const usd = (typed: string) => GrantCredit.shape.usd.safeParse(wireAmount(typed)).data ?? null;
const diem = (typed: string) => StakedDiem.safeParse(wireAmount(typed)).data ?? null;

describe('wireAmount', () => {
  it.each([
    ['5,00', 5_000_000_000n],
    [' 0,5 ', 500_000_000n],
    ['2,1234', 2_123_400_000n],
    ['2.50', 2_500_000_000n],
    ['1.000', 1_000_000_000n],
    ['25', 25_000_000_000n],
  ])('of %j is %s nano', (typed, nano) => {
    expect(usd(typed)).toBe(nano);
    expect(diem(typed)).toBe(nano);
  });

  it('accepts a dollar sign for USD only', () => {
    expect(usd('$5,00')).toBe(5_000_000_000n);
    expect(diem('$5,00')).toBeNull();
  });

  it.each(['1,000', '$1,000', '0,001', '1,000,00', '1.000,50', '1,000.50', ',5', '5,', '-5,00', '5,0a', ''])(
    'leaves %j for the server to reject',
    (typed) => {
      expect(usd(typed)).toBeNull();
      expect(diem(typed)).toBeNull();
    },
  );
});
