import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { type GuardedNetwork, makeGuardedFetch } from './guarded-fetch';
import { isPublicAddress } from './public-address';
import { SPECIAL_RANGES } from './special-ranges';

/** A fake network: names resolve as configured, connection attempts are recorded and fail. */
function fakeNetwork(names: Record<string, string[]> = {}) {
  const attempts: string[] = [];
  const network: GuardedNetwork = {
    resolve: async (name) => names[name] ?? [],
    connect: (options, callback) => {
      attempts.push(options.hostname);
      callback(new Error('no real network here'), null);
    },
  };
  return { network, attempts };
}

const isIPv6 = (address: string) => address.includes(':');
const bracketed = (address: string) => (isIPv6(address) ? `[${address}]` : address);

/** The first and the last address of a range. */
function edgesOf(range: string): [string, string] {
  const [start, bits] = ipaddr.parseCIDR(range);
  const bytes = start.toByteArray();
  const last = bytes.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - 8 * index))));
  return [ipaddr.fromByteArray(bytes).toString(), ipaddr.fromByteArray(last).toString()];
}

/** An IPv4 address in the spellings that URL parsers accept, alone and inside IPv6. */
function spellingsOf(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const hex = number.toString(16).padStart(8, '0');
  const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  return [
    address,
    String(number),
    `0x${hex}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    `${bytes[0]}.${number % 2 ** 24}`,
    `${address}.`,
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${groups}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
    `[2606:4700::5efe:${groups}]`,
    `[2606:4700::200:5efe:${groups}]`,
  ];
}

const limits = { maxBytes: 1_000, maxRedirects: 0 };

describe.each(SPECIAL_RANGES)('$range, $use', ({ range, source }) => {
  const edges = edgesOf(range);
  const hosts = edges.flatMap((address) => (isIPv6(address) ? [bracketed(address)] : spellingsOf(address)));

  it('has a source', () => {
    expect(source).toMatch(/^RFC \d+|^[a-z.]+\.(com|org)\//);
  });

  it('is refused before a connection, in every spelling', async () => {
    const { network, attempts } = fakeNetwork();
    const fetch = makeGuardedFetch(network);
    for (const host of new Set(hosts)) {
      await expect(fetch({ url: `http://${host}/`, ...limits }), host).rejects.toMatchObject({ kind: 'refused' });
    }
    expect(attempts).toEqual([]);
  });

  it('is refused as an address of a name, even next to a public one', async () => {
    const mapped = edges.map((address) => (isIPv6(address) ? address : `::ffff:${address}`));
    for (const address of [...edges, ...mapped]) {
      const { network, attempts } = fakeNetwork({ 'a.test': [address], 'b.test': ['93.184.216.34', address] });
      const fetch = makeGuardedFetch(network);
      for (const name of ['a.test', 'b.test']) {
        await expect(fetch({ url: `http://${name}/`, ...limits })).rejects.toMatchObject({ kind: 'refused' });
      }
      expect(attempts).toEqual([]);
    }
  });
});

describe('the public internet', () => {
  it.each([
    ...['8.8.8.8', '93.184.216.34', '168.63.129.15', '168.63.129.17', '192.0.1.1', '100.63.255.255', '172.32.0.1'],
    ...['161.25.255.255', '166.12.0.0', '199.36.153.3', '199.36.153.12', '223.255.255.255', '192.88.98.1'],
    ...['2606:4700:4700::1111', '2001:200::1', '2001:4860:4860::8888', '2600:2d00:2:3000::1', '2003::1'],
    ...['::ffff:8.8.8.8', '[2606:4700:4700::1111]', '2606:4700::100:5efe:808:808'],
  ])('has %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it('is connected to', async () => {
    const { network, attempts } = fakeNetwork();
    await expect(makeGuardedFetch(network)({ url: 'http://134744072/', ...limits })).rejects.toThrow();
    expect(attempts).toEqual(['8.8.8.8']);
  });
});

it('refuses whatever ipaddr.js calls special', () => {
  const groups = Array.from({ length: 65_536 }, (_, index) => index);
  const walked = groups.flatMap((group) => {
    const [high, low] = [group >> 8, group & 255];
    const hex = group.toString(16);
    return [`${high}.${low}.0.1`, `192.${high}.${low}.1`, `198.${high}.${low}.1`, `${hex}::1`, `2001:${hex}::1`];
  });
  const special = walked.filter((address) => ipaddr.process(address).range() !== 'unicast');
  expect(special.length).toBeGreaterThan(10_000);
  expect(special.filter(isPublicAddress)).toEqual([]);
});
