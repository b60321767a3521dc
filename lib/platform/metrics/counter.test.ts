import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { makeCounter, makeTimings } from './counter';

it('reports sums in the order in which they were first counted', async () => {
  const registry = new Registry();
  const calls = makeCounter({ registry, name: 'calls_total', help: 'Calls.' }, ['who', 'how']);
  calls.inc({ who: 'b', how: 'x' });
  calls.inc({ who: 'a', how: 'x' }, 2);
  calls.inc({ who: 'b', how: 'y' });
  calls.inc({ who: 'b', how: 'x' }, 0.5);
  for (const none of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => calls.inc({ who: 'b', how: 'x' }, none)).toThrow(TypeError);
  }
  const samples = ['{who="b",how="x"} 1.5', '{who="a",how="x"} 2', '{who="b",how="y"} 1'].map(
    (text) => `calls_total${text}`,
  );
  const expected = ['# HELP calls_total Calls.', '# TYPE calls_total counter', ...samples, ''].join('\n');
  expect(await registry.metrics()).toBe(expected);
  expect(await registry.metrics()).toBe(expected);
});

it('reports times by bucket, each including all below it', async () => {
  const registry = new Registry();
  const times = makeTimings({ registry, name: 'seconds', help: 'Times.' }, 'route', [0.1, 1]);
  for (const seconds of [0.1, 0.5, 0.25, 7]) times.observe('/"a"', seconds);
  expect(() => times.observe('/b', Number.NaN)).toThrow(TypeError);
  const label = 'route="/\\"a\\""';
  expect(await registry.metrics()).toBe(
    [
      '# HELP seconds Times.',
      '# TYPE seconds histogram',
      `seconds_bucket{le="0.1",${label}} 1`,
      `seconds_bucket{le="1",${label}} 3`,
      `seconds_bucket{le="+Inf",${label}} 4`,
      `seconds_sum{${label}} 7.85`,
      `seconds_count{${label}} 4`,
      '',
    ].join('\n'),
  );
});
