import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isAllowedHost, isLoopbackName } from './host';
import { clientAddressOf } from './client-address';

const incoming = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as IncomingMessage;

describe('clientAddressOf', () => {
  it('recognizes a direct loopback client', () => {
    expect(clientAddressOf(incoming('::ffff:127.0.0.1'), undefined)).toEqual({ address: '127.0.0.1', direct: true });
    expect(clientAddressOf(incoming('::1'), undefined).direct).toBe(true);
    expect(clientAddressOf(incoming('203.0.113.9'), undefined).direct).toBe(false);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-proto'])(
    'is not direct behind %s',
    (name) => {
      expect(clientAddressOf(incoming('127.0.0.1', { [name]: 'x' }), undefined).direct).toBe(false);
    },
  );

  it('trusts forwarded addresses only as far as configured', () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.0.0.2' };
    expect(clientAddressOf(incoming('127.0.0.1', headers), undefined).address).toBe('127.0.0.1');
    expect(clientAddressOf(incoming('127.0.0.1', headers), 1).address).toBe('10.0.0.2');
    expect(clientAddressOf(incoming('127.0.0.1', headers), 2).address).toBe('203.0.113.7');
    expect(clientAddressOf(incoming('127.0.0.1', headers), 99).address).toBe('198.51.100.1');
    expect(clientAddressOf(incoming('127.0.0.1', headers), ['127.0.0.1', '10.0.0.0/8']).address).toBe('203.0.113.7');
    expect(clientAddressOf(incoming('192.0.2.1', headers), ['127.0.0.1']).address).toBe('192.0.2.1');
  });
});

describe('isAllowedHost', () => {
  const local = { publicOrigin: 'http://localhost:3000', allowedHosts: [], loopback: true };
  const open = { publicOrigin: 'https://ai.example.org', allowedHosts: ['box.lan'], loopback: false };

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'app.localhost'])('takes %s on loopback', (host) => {
    expect(isAllowedHost(host, local)).toBe(true);
  });

  it.each(['evil.example', '127.0.0.1.evil.example', '', 'a b', 'localhost.evil.example'])('refuses %j', (host) => {
    expect(isAllowedHost(host, local)).toBe(false);
  });

  it.each([
    ...['evil.com@localhost', 'evil.com:1@localhost', 'localhost/evil', 'localhost?evil', 'localhost#evil'],
    ...['localhost\\evil', 'local%68ost', 'localhost:', 'localhost:3000:1', 'localhost:0', 'localhost:99999'],
    ...['localhost:3000/', ' localhost', 'localhost ', 'local\thost', 'evil.com, localhost', 'ⓛocalhost'],
    ...['2130706433', '0x7f.1', '127.1', '[::1', '::1', '[::1]x', '[::1%25lo]'],
  ])('refuses %j, which is not a valid host and port', (host) => {
    expect(isAllowedHost(host, local)).toBe(false);
    expect(isLoopbackName(host)).toBe(false);
  });

  it('accepts only the public origin and the allowed names when not on loopback', () => {
    expect(isAllowedHost('ai.example.org', open)).toBe(true);
    expect(isAllowedHost('box.lan:3000', open)).toBe(true);
    expect(isAllowedHost('localhost', open)).toBe(false);
    expect(isAllowedHost(null, open)).toBe(false);
  });
});
