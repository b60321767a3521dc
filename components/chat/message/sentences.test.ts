import { describe, expect, it } from 'vitest';
import { wholeSentencesEnd } from './sentences';

describe('wholeSentencesEnd', () => {
  const whole = (text: string) => text.slice(0, wholeSentencesEnd(text, true));

  it('waits for the text after a period', () => {
    expect(whole('Pi is 3.')).toBe('');
    expect(whole('Pi is 3.14 and')).toBe('');
    expect(whole('Pi is 3.14. And')).toBe('Pi is 3.14.');
    expect(whole('“Really?” she said')).toBe('“Really?');
  });

  it('waits for the end of a code block', () => {
    expect(whole('Look:\n```js\nlet a;\nlet b')).toBe('Look:\n');
    expect(whole('- Look:\n  ```js\n  let a;\n  let b')).toBe('- Look:\n');
    expect(whole('Look:\n```js\nlet a;\n```\nDo')).toBe('Look:\n```js\nlet a;\n```\n');
  });

  it('treats a line as a sentence, and everything as complete when the text is', () => {
    expect(whole('- one\n- tw')).toBe('- one\n');
    expect(wholeSentencesEnd('half', false)).toBe(4);
  });
});
