import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  countCharge,
  countRefusal,
  countRequest,
  countTokens,
  countUpstream,
  countUpstreamChange,
  countUpstreamRetry,
  forgetUpstream,
  observeFirstToken,
  setUpstreamUp,
} from './metrics';
import { collectAtScrape, renderMetrics, watchProcess } from './scrape';

/** The value of one sample, or null where there is none. */
async function sample(line: string): Promise<number | null> {
  const { text } = await renderMetrics();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
}

const linesOf = (text: string, start: string) => text.split('\n').filter((line) => line.startsWith(start));

describe('counters', () => {
  it('reports requests by route, method and status, and their duration', async () => {
    const request = { route: '/api/v1/models/[...id]', method: 'GET', status: 200, seconds: 0.02 };
    countRequest(request);
    countRequest(request);
    countRequest({ ...request, method: 'BREW' });
    const route = 'route="/api/v1/models/[...id]"';
    expect(await sample(`farebox_requests_total{${route},method="GET",status="200"}`)).toBe(2);
    expect(await sample(`farebox_requests_total{${route},method="other",status="200"}`)).toBe(1);
    expect(await sample(`farebox_request_seconds_bucket{le="0.01",${route}}`)).toBe(0);
    expect(await sample(`farebox_request_seconds_bucket{le="0.025",${route}}`)).toBe(3);
  });

  it('reports money in whole units, by currency, and no sample if nothing was absorbed', async () => {
    countCharge('USD', 1_500_000_000n, 0n);
    countCharge('USD', 250_000_000n, 0n);
    countCharge('DIEM', 2_000_000_000n, 1_000_000n);
    expect(await sample('farebox_charged_total{currency="USD"}')).toBeCloseTo(1.75, 9);
    expect(await sample('farebox_absorbed_total{currency="USD"}')).toBeNull();
    expect(await sample('farebox_charged_total{currency="DIEM"}')).toBe(2);
    expect(await sample('farebox_absorbed_total{currency="DIEM"}')).toBeCloseTo(0.001, 9);
  });

  it('reports tokens, first outputs, upstreams, and refusals', async () => {
    countTokens('tiny', 'prompt', 7);
    countTokens('tiny', 'completion', 0);
    observeFirstToken('tiny', 0.3);
    countUpstream('one', 'timeout');
    setUpstreamUp({ provider: 'one', model: 'big' }, false);
    countUpstreamChange({ provider: 'one', model: 'big' }, 'open');
    countUpstreamRetry('one', 'another');
    countRefusal('guard');
    expect(await sample('farebox_tokens_total{model="tiny",kind="prompt"}')).toBe(7);
    expect(await sample('farebox_tokens_total{model="tiny",kind="completion"}')).toBeNull();
    expect(await sample('farebox_first_token_seconds_count{model="tiny"}')).toBe(1);
    expect(await sample('farebox_upstream_calls_total{provider="one",outcome="timeout"}')).toBe(1);
    expect(await sample('farebox_upstream_up{provider="one",model="big"}')).toBe(0);
    expect(await sample('farebox_upstream_changes_total{provider="one",model="big",state="open"}')).toBe(1);
    expect(await sample('farebox_upstream_retries_total{provider="one",where="another"}')).toBe(1);
    forgetUpstream({ provider: 'one', model: 'big' });
    expect(await sample('farebox_upstream_up{provider="one",model="big"}')).toBeNull();
    expect(await sample('farebox_refusals_total{kind="guard"}')).toBe(1);
  });

  it('never lets a label grow without bound', async () => {
    for (let index = 0; index < 3_000; index += 1) countTokens(`made-up-${index}`, 'prompt', 1);
    countTokens('x'.repeat(1_000), 'prompt', 1);
    const { text } = await renderMetrics();
    expect(linesOf(text, 'farebox_tokens_total').length).toBeLessThanOrEqual(1_002);
    expect(await sample('farebox_tokens_total{model="other",kind="prompt"}')).toBeGreaterThan(2_000);
  });
});

describe('values that are read at a scrape', () => {
  it('have the current value, even after another registration of the name', async () => {
    let value = 3;
    collectAtScrape('test_value', 'A test.', () => value);
    expect(await sample('farebox_test_value')).toBe(3);
    value = 4;
    expect(await sample('farebox_test_value')).toBe(4);
    collectAtScrape('test_value', 'A test.', () => Promise.resolve(9));
    expect(await sample('farebox_test_value')).toBe(9);
  });

  it('have no sample if reading fails or hangs, are not read again in the meantime, and do not affect others', async () => {
    let asked = 0;
    let fails = true;
    let answer = (_value: number): void => undefined;
    collectAtScrape('test_failing', 'A test.', () => (fails ? Promise.reject(new Error('away')) : 1));
    collectAtScrape('test_down', 'A test.', () => Promise.reject(new Error('away')), 0);
    collectAtScrape('test_hanging', 'A test.', () => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    });
    const { text } = await renderMetrics();
    expect(linesOf(text, 'farebox_test_failing')).toEqual([]);
    expect(linesOf(text, 'farebox_test_hanging')).toEqual([]);
    expect(linesOf(text, 'farebox_test_down')).toEqual(['farebox_test_down 0']);
    expect(linesOf(text, 'farebox_test_value')).toHaveLength(1);
    fails = false;
    expect(await sample('farebox_test_failing')).toBe(1);
    expect(asked).toBe(1);
    answer(5);
    expect(await sample('farebox_test_hanging')).toBe(5);
    answer(6);
  });
});

describe('the process metrics', () => {
  it('are part of every scrape, only under our prefix', async () => {
    watchProcess();
    const { text, contentType } = await renderMetrics();
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('farebox_nodejs_eventloop_lag_p99_seconds ');
    expect(text).toContain('farebox_process_resident_memory_bytes ');
    expect(text.split('\n').filter((line) => line !== '' && !/^(# (HELP|TYPE) )?farebox_/.test(line))).toEqual([]);
  });

  it('do not keep the process alive', async () => {
    const program = `import(${JSON.stringify(join(__dirname, 'scrape.ts'))}).then(async (metrics) => {
      metrics.watchProcess();
      const { text } = await metrics.renderMetrics();
      process.stdout.write(String(text.includes('farebox_process_cpu')));
    })`;
    const args = ['--import', 'tsx', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(stdout).toBe('true');
  });
});
