import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../clock';
import { createLogger } from '../log';
import { processState } from '../process-state';
import { findNotReady } from './failure';
import { watchOutages } from './watch-outage';

const realNow = clock.now;
let nowMs: number;
let lines: { level: number; msg: string; statement?: string; failures?: number; seconds?: number }[];

const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
processState('platform.log', () => createLogger('info', { write }));

beforeEach(() => {
  lines = [];
  nowMs = 1_000_000;
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
});

const CUT = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
const BUSY = new Error('timeout exceeded when trying to connect');
const GONE = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const DOWN = 'the database is unavailable: requests get 503';
const OVERLOADED = 'the database is overloaded: a request gets 503';
const watch = () => watchOutages(() => Promise.resolve());
const messages = () => lines.map(({ msg }) => msg);

describe('a statement canceled at its time limit', () => {
  it('is logged separately every time, and is not an outage', () => {
    const watched = watch();
    for (let times = 0; times < 3; times += 1) {
      expect(findNotReady(watched.failed(CUT, 'a_report'))).toMatchObject({ status: 503 });
      nowMs += 4_000;
    }
    watched.admit();
    watched.succeeded();
    expect(lines).toMatchObject(Array(3).fill({ level: 40, msg: 'a statement took too long', statement: 'a_report' }));
  });

  it('is overload on a lane where no statement may be slow', () => {
    const watched = watch();
    expect(findNotReady(watched.failed(CUT))).toBeDefined();
    nowMs += 5_000;
    watched.failed(CUT);
    expect(messages()).toEqual([OVERLOADED, DOWN]);
  });

  it('is part of an outage in progress', () => {
    const watched = watch();
    watched.failed(GONE);
    watched.failed(CUT, 'a_report');
    expect(messages()).toEqual([DOWN]);
  });
});

describe('overload', () => {
  it('is an outage once it persists, counted from its beginning', () => {
    const watched = watch();
    for (let times = 0; times < 10; times += 1) expect(findNotReady(watched.failed(BUSY))).toBeDefined();
    watched.succeeded();
    nowMs += 4_999;
    watched.failed(BUSY);
    expect(messages()).toEqual([OVERLOADED]);
    nowMs += 1;
    watched.failed(BUSY);
    expect(messages()).toEqual([OVERLOADED, DOWN]);
    nowMs += 5_000;
    watched.succeeded();
    expect(lines.at(-1)).toMatchObject({ msg: 'the database is available again', failures: 12, seconds: 10 });
  });

  it('is a new one after a long pause', () => {
    const watched = watch();
    watched.failed(BUSY);
    nowMs += 15_000;
    watched.failed(BUSY);
    watched.succeeded();
    expect(messages()).toEqual([OVERLOADED, OVERLOADED]);
    nowMs += 15_000;
    watched.failed(GONE);
    nowMs += 5_000;
    watched.succeeded();
    expect(lines.at(-1)).toMatchObject({ msg: 'the database is available again', failures: 1, seconds: 5 });
  });
});

it('an error that is not the database’s passes through unchanged', () => {
  const error = new Error('x');
  expect(watch().failed(error, 'a_report')).toBe(error);
  expect(lines).toEqual([]);
});
