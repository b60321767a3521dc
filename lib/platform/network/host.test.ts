import { describe, expect, it } from 'vitest';
import { parseHost, parseOrigin } from './host';

describe('parseHost', () => {
  it.each([
    ['localhost', 'localhost', 'localhost'],
    ['LocalHost:03000', 'localhost', 'localhost:3000'],
    ['ai.example.com:443', 'ai.example.com', 'ai.example.com:443'],
    ['my_box.lan', 'my_box.lan', 'my_box.lan'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['10.0.0.5:80', '10.0.0.5', '10.0.0.5:80'],
    ['[0:0::1]:8080', '[::1]', '[::1]:8080'],
    ['[2001:DB8::A]', '[2001:db8::a]', '[2001:db8::a]'],
  ])('reads %s', (text, hostname, host) => {
    expect(parseHost(text)).toEqual({ hostname, host });
  });

  it.each([
    ...[null, undefined, '', 'a b', 'user@localhost', 'user:1@localhost', 'localhost/x', 'localhost?x', 'localhost#x'],
    ...['localhost\\x', 'local%68ost', 'localhost:', ':3000', 'localhost:x', 'localhost:0', 'localhost:65536'],
    ...['a..b', '.localhost', '-localhost', 'bücher.example', 'a,b', '[::1', '[::1]]', '[127.0.0.1]', '[fe80::1%1]'],
    ...['127.1', '0177.0.0.1', '2130706433', '127.0.0.256', `${'a'.repeat(260)}`],
  ])('refuses %j', (text) => {
    expect(parseHost(text)).toBeNull();
  });
});

describe('parseOrigin', () => {
  it.each([
    ['http://localhost:3000', 'localhost:3000'],
    ['https://ai.example.com', 'ai.example.com'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('reads %s', (text, host) => {
    expect(parseOrigin(text)?.host).toBe(host);
  });

  it.each([
    ...[null, '', 'null', 'localhost:3000', 'http://user@localhost', 'http://localhost/', 'http://localhost/x'],
    ...['http://localhost?x', 'http://LOCALHOST', 'http://localhost:80', 'http:localhost', 'http://local%68ost'],
    ...['file:///x', 'chrome-extension://abc', 'http://localhost http://evil.example'],
  ])('refuses %j', (text) => {
    expect(parseOrigin(text)).toBeNull();
  });
});
