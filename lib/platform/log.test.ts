import { expect, it } from 'vitest';
import { createLogger } from './log';

function linesOf(level: string, write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  write(createLogger(level, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }));
  return lines;
}

it('writes one JSON line with facts and message, from its level up', () => {
  const lines = linesOf('info', (logger) => {
    logger.debug({ a: 1 }, 'unseen');
    logger.info({ requestId: 'r1' }, 'seen');
  });
  expect(lines).toEqual([expect.objectContaining({ requestId: 'r1', msg: 'seen', pid: process.pid })]);
});

it('hides secrets on every level where they are passed', () => {
  const secrets = { authorization: 'S3', cookie: 'S3', password: 'S3', apiKey: 'S3', token: 'S3', secret: 'S3' };
  const [line] = linesOf('info', (logger) => {
    const headers = { ...secrets, Authorization: 'S3', 'set-cookie': 'S3', 'x-api-key': 'S3', accept: 'kept' };
    logger.info({ ...secrets, request: { headers } }, 'x');
  });
  expect(JSON.stringify(line)).not.toContain('S3');
  expect(line).toMatchObject({ password: '[hidden]', request: { headers: { accept: 'kept' } } });
});

it('writes an error with its stack and its causes', () => {
  const error = new Error('outer', { cause: new Error('inner') });
  const [line] = linesOf('info', (logger) => logger.error({ error }, 'x'));
  expect(line).toMatchObject({ error: { message: 'outer', cause: { message: 'inner' } } });
  expect(JSON.stringify(line)).toContain('log.test.ts');
});

it('writes no members of an error that may carry secrets, and no parameters of a statement', () => {
  const error = Object.assign(new Error('Failed query: select $1\nparams: S3,scrypt$S3'), {
    client: { password: 'S3' },
    code: '23505',
  });
  const [line] = linesOf('info', (logger) => logger.error({ error: new Error('outer', { cause: error }) }, 'x'));
  expect(JSON.stringify(line)).not.toContain('S3');
  expect(line).toMatchObject({
    error: { cause: { code: '23505', message: expect.stringContaining('Failed query') as string } },
  });
});
