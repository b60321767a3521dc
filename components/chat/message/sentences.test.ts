import { describe, expect, it } from 'vitest';
import { spoken, wholeSentencesEnd } from './sentences';

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
    expect(whole('Look:\n```js\nlet a;\n```\nDo')).toBe('Look:\n```js\nlet a;\n```\n');
  });

  it('treats a line as a sentence, and everything as complete when the text is', () => {
    expect(whole('- one\n- tw')).toBe('- one\n');
    expect(wholeSentencesEnd('half', false)).toBe(4);
  });
});

describe('spoken', () => {
  it('drops syntax and names code', () => {
    expect(spoken('## Title\n\n**Bold** [docs](https://a.example) `x`')).toBe('Title Bold docs x');
    expect(spoken('Look:\n```js\nlet a = 1;\n```\nDone.')).toBe('Look: Code. Done.');
    expect(spoken('```js\nlet a')).toBe('Code.');
    expect(spoken('| a | b |\n|:--|--:|\n| 1<br>2 | 3 |')).toBe('a b 1 2 3');
  });
});
