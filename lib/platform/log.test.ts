import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLogger, logRequest } from './log';
import { processState } from './process-state';

function linesOf(level: string, write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  write(createLogger(level, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }));
  return lines;
}

it('writes one JSON line with fields and message, at or above its level', () => {
  const lines = linesOf('info', (logger) => {
    logger.debug({ a: 1 }, 'unseen');
    logger.info({ requestId: 'r1' }, 'seen');
  });
  expect(lines).toEqual([expect.objectContaining({ requestId: 'r1', msg: 'seen', pid: process.pid })]);
});

it('hides secrets at every depth where they are passed', () => {
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

it('writes no error members that may contain secrets, and no statement parameters', () => {
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

it('writes the line of a request unchanged, to the same output and at or above its level', () => {
  const lines: unknown[] = [];
  processState('platform.log', () => createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }));
  logRequest('debug', { requestId: 'r1' });
  logRequest('info', { requestId: 'r2', status: 200 });
  expect(lines).toEqual([
    { level: 30, time: expect.any(Number) as number, pid: process.pid, requestId: 'r2', status: 200, msg: 'request' },
  ]);
});

describe('the standard output', () => {
  const argumentsOf = (program: string) => [
    ...['--import', 'tsx', '--eval'],
    `import(${JSON.stringify(join(__dirname, 'log.ts'))}).then(({ log, logRequest, drainLog }) => { ${program} })`,
  ];
  const env = { ...process.env, LOG_LEVEL: 'info' };
  const thousand = 'for (let n = 0; n < 1000; n += 1) logRequest("info", { n });';

  // The only thread is busy when the process ends, and Node cancels what it has not begun.
  const busy =
    'process.prependListener("exit", () => require("node:crypto").pbkdf2("a", "b", 3e6, 64, "sha512", () => {}));';
  const thrown = 'setTimeout(() => { throw new Error("gone") });';

  it.each(['', 'process.exit(0);', thrown, 'log.fatal({}, "end");', busy])(
    'has every line in order when the process ends: %j',
    async (ending) => {
      const run = promisify(execFile)(process.execPath, argumentsOf(thousand + ending), {
        env: { ...env, ...(ending === busy && { UV_THREADPOOL_SIZE: '1' }) },
        timeout: 20_000,
      });
      const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
      const lines = stdout.split('\n').filter((line) => line.includes('"request"'));
      expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([...Array(1000).keys()]);
    },
  );

  it.each([
    ['a warning immediately', 'log.warn({}, "last");'],
    ['everything else a moment later', 'log.info({}, "last");'],
  ])('has %s', async (_, write) => {
    // A process that blocks right after a warning has no other chance to write it.
    const block = write.includes('warn') ? 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15_000);' : '';
    const program = `${thousand} setTimeout(() => { ${write} ${block} }, 500); setTimeout(() => undefined, 15_000);`;
    const child = spawn(process.execPath, argumentsOf(program), { env });
    const signal = AbortSignal.timeout(10_000);
    let written = '';
    while (!written.includes('"last"')) written += String((await once(child.stdout, 'data', { signal }))[0]);
    child.kill('SIGKILL');
  });

  it('buffers a limited amount for a stalled reader, and reports how many lines were lost', async () => {
    const LINES = 400;
    const program = `for (let n = 0; n < ${LINES}; n += 1) log.info({ text: 'x'.repeat(100_000) }, 'large');
      setTimeout(() => undefined, 15_000);`;
    const child = spawn(process.execPath, argumentsOf(program), { env });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const signal = AbortSignal.timeout(10_000);
    let written = '';
    while (!written.includes('were lost')) written += String((await once(child.stdout, 'data', { signal }))[0]);
    child.kill('SIGKILL');
    const lines = written
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { lines?: number });
    const lost = lines.reduce((sum, line) => sum + (line.lines ?? 0), 0);
    expect(lost).toBeGreaterThan(0);
    expect(lines.filter((line) => line.lines === undefined).length + lost).toBe(LINES);
  });

  it.each([
    ['that reads gets the last lines, all of them complete', 'reads', 'true'],
    ['that is stalled is reported', 'stalls', 'false'],
    ['that has gone is not waited for', 'has gone', 'true'],
  ])('before exit, a reader %s', async (_, reader, outcome) => {
    const program = `for (let n = 0; n < 100; n += 1) log.info({ n, text: 'x'.repeat(10_000) }, 'large');
      import('node:fs').then((fs) => drainLog(1_000).then((all) => fs.writeSync(2, String(all))));
      setTimeout(() => undefined, 10_000);`;
    const child = spawn(process.execPath, argumentsOf(program), { env });
    let written = '';
    if (reader === 'reads') child.stdout.on('data', (piece: Buffer) => (written += piece.toString()));
    if (reader === 'has gone') child.stdout.destroy();
    const signal = AbortSignal.timeout(10_000);
    const [answer] = (await once(child.stderr, 'data', { signal })) as [Buffer];
    expect(answer.toString()).toBe(outcome);
    const count = () => written.split('\n').filter((line) => line.endsWith('"large"}')).length;
    if (reader === 'reads') await expect.poll(count).toBe(100);
    child.kill('SIGKILL');
  });
});
