import { describe, expect, it } from 'vitest';
import { subjectOfAddress } from './subject-of-address';

describe('the subject of an address', () => {
  it.each([
    ['192.0.2.7', 'address:192.0.2.7'],
    ['::ffff:192.0.2.7', 'address:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:ffff:ffff:ffff:ffff', 'address:2001:db8:1:2::/64'],
    ['2001:db8:1:2::', 'address:2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', 'address:2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'address:fe80::/64'],
    ['::1', 'address:::/64'],
    ['local', 'address:local'],
    ['', 'address:'],
  ])('%s → %s', (address, subject) => {
    expect(subjectOfAddress(address)).toBe(subject);
  });
});
