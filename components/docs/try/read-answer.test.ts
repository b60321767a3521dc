import { expect, it } from 'vitest';
import { readAnswer } from './read-answer';

const answer = (type: string, text: string) => ({ type, text, headers: [] });

it('formats JSON, with its cost', () => {
  const read = readAnswer(answer('application/json', '{"cost":{"usd":0.5,"diem":0}}'));
  expect([read.costUsd, read.spoken]).toEqual([0.5, null]);
  expect(read.text).toContain('\n  "cost"');
});

it('concatenates the text of a stream, complete or not', () => {
  const events = [
    { choices: [{ delta: { content: 'Good ' } }] },
    { choices: [{ delta: { content: 'day' } }] },
    { choices: [], cost: { usd: 0.25, diem: 0 } },
  ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  expect(readAnswer(answer('text/event-stream', events.slice(0, 2).join('') + 'data: {"ch')).spoken).toBe('Good day');
  const whole = readAnswer(answer('text/event-stream', [...events, 'data: [DONE]\n\n'].join('')));
  expect([whole.spoken, whole.costUsd]).toEqual(['Good day', 0.25]);
});

it('keeps the relevant headers, whatever the service’s name', () => {
  const headers: [string, string][] = [
    ['cf-ray', 'a'],
    ['date', 'b'],
    ['x-acme-balance-usd', '1'],
  ];
  expect(readAnswer({ ...answer('text/plain', 'x'), headers }).headers).toEqual([headers[0], headers[2]]);
});
