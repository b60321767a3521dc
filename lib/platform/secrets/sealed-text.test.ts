import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openText, sealText, secretsKeyOf } from './sealed-text';

const KEY = secretsKeyOf('an operator’s text of enough characters');
const OTHER = secretsKeyOf('another text of at least as many characters');

describe('a sealed text', () => {
  it('opens with its key and for its owner only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, owner) => {
        const sealed = sealText(text, owner, KEY);
        expect(openText(sealed, owner, KEY)).toEqual({ text });
        expect(openText(sealed, owner, OTHER)).toEqual({ problem: 'other_key' });
        expect(openText(sealed, `${owner}.`, KEY)).toEqual({ problem: 'damaged' });
      }),
    );
  });

  it('is noticed to be damaged wherever a character of it has changed', () => {
    const sealed = sealText('sk-a-secret-key', 'provider:lab', KEY);
    const [version = '', id = '', body = ''] = sealed.split('.');
    for (let at = 0; at < body.length; at += 1) {
      const changed = body[at] === 'A' ? 'B' : 'A';
      const other = Buffer.from(`${body.slice(0, at)}${changed}${body.slice(at + 1)}`, 'base64url').toString(
        'base64url',
      );
      // The last character may have bits that mean nothing.
      if (other === body) continue;
      expect(openText([version, id, other].join('.'), 'provider:lab', KEY), `at ${at}`).toEqual({ problem: 'damaged' });
    }
    for (const text of ['', 'v1', `v1.${id}`, `v1.${id}.`, `v1.${id}.AAAA`, `v2.${id}.${body}`, body]) {
      expect(openText(text, 'provider:lab', KEY)).not.toHaveProperty('text');
    }
  });

  it('is different each time, and never has the text or the key in it', () => {
    const sealed = Array.from({ length: 100 }, () => sealText('sk-a-secret-key', 'provider:lab', KEY));
    expect(new Set(sealed).size).toBe(100);
    for (const one of sealed) {
      expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('secret');
      expect(one).not.toContain(KEY.key.toString('hex'));
    }
    expect(KEY.key.toString('hex')).not.toContain(KEY.id);
  });
});
