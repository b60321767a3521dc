import { describe, expect, it } from 'vitest';
import { imageLabel, isMisleading, safeLink } from './links';

describe('safeLink', () => {
  it('allows http, https and mailto, and returns the URL and host', () => {
    expect(safeLink('https://example.org/a?b=1')).toEqual({ href: 'https://example.org/a?b=1', host: 'example.org' });
    expect(safeLink('HTTP://EXAMPLE.org:8080')).toMatchObject({ host: 'example.org:8080' });
    expect(safeLink('mailto:a@example.org?subject=x')).toMatchObject({ host: 'a@example.org' });
    expect(safeLink('https://good.example@evil.example/x')).toMatchObject({ host: 'evil.example' });
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'streamdown:incomplete-link',
    '//evil.example/x',
    '/api/auth/signout',
    '#top',
    '',
    undefined,
  ])('refuses %j', (address) => {
    expect(safeLink(address)).toBeNull();
  });
});

describe('isMisleading', () => {
  const evil = { href: 'https://evil.example/', host: 'evil.example' };
  it('finds link texts that name another host', () => {
    expect(isMisleading('https://bank.example', evil)).toBe(true);
    expect(isMisleading('www.bank.example/login', evil)).toBe(true);
  });

  it.each([
    ['paypal.example', 'notpaypal.example'],
    ['https://www.paypal.example/login', 'secure-paypal.example'],
    ['evil.example, run by bank.example', 'evil.example'],
    ['192.0.2.7', '198.51.100.9'],
  ])('finds “%s” misleading for %s', (text, host) => {
    expect(isMisleading(text, { href: '', host })).toBe(true);
  });

  it('accepts a subdomain of the named host, a port, and the host of a mail address', () => {
    expect(isMisleading('example.org', { href: '', host: 'docs.example.org:8080' })).toBe(false);
    expect(isMisleading('ada@example.org', { href: '', host: 'ada@example.org' })).toBe(false);
    expect(isMisleading('192.0.2.7:80', { href: '', host: '192.0.2.7' })).toBe(false);
  });

  it('accepts plain text and the real host', () => {
    expect(isMisleading('the docs', evil)).toBe(false);
    expect(isMisleading('evil.example', evil)).toBe(false);
    expect(isMisleading('https://example.org/a', { href: '', host: 'www.example.org' })).toBe(false);
  });
});

describe('imageLabel', () => {
  it('names the host, and says if there is no description', () => {
    expect(imageLabel('A cat', safeLink('https://cdn.example/cat.png'))).toBe('Image: A cat (cdn.example)');
    expect(imageLabel('', null)).toBe('Image: no description');
  });
});
