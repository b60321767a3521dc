import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureOperatorToken, readOperatorAccess } from '../lib/accounts/operator-token';
import { checkBackup } from '../lib/admin/backup/read-backup';
import { makeCreditedPayment } from '../lib/admin/wallets/test-payments';
import { toApiRequest, writeReply } from '../lib/http/server/node-adapter';
import { clientAddressOf } from '../lib/http/server/client-address';
import { ApiError } from '../lib/core/errors';
import { installCatalog } from '../lib/models/catalog';
import { testCatalog } from '../lib/models/test-catalog';
import { lockFolder } from '../lib/platform/database/lock';
import { lockFolderOf } from '../lib/platform/database/pglite';
import { database, openDatabase } from '../lib/platform/db';
import { openTestDatabase } from '../lib/platform/testing/test-database';
import { classifyFailure } from '../lib/providers/routing/classify-failure';
import { noteOutcome } from '../lib/providers/routing/note-outcome';
import { firstAttempt } from '../lib/providers/routing/attempts';
import { POST } from '../app/api/console/operator/route';
import { main } from './admin';

const folder = mkdtempSync(join(tmpdir(), 'farebox-admin-'));
// Before this process first reads its settings.
process.env.DATA_DIR = folder;
for (const name of ['DATABASE_URL', 'OPENAI_API_KEY', 'OLLAMA_HOST', 'UPSTREAM_BASE_URL']) delete process.env[name];

let printed: string;
let stderrText: string;

beforeEach(() => {
  printed = '';
  stderrText = '';
  process.exitCode = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((stderrText += String(text))));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command and collects its output; the exit code is this process's own. */
async function admin(...args: string[]) {
  printed = '';
  stderrText = '';
  await main(args);
  const code = process.exitCode;
  process.exitCode = 0;
  return { code, printed, stderrText };
}

/** An address of this machine where nothing listens: one that was just released. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const createKey = ['key', 'create', '--email', 'me@example.com', '--type', 'ADMIN'];

describe('without a running server', () => {
  it('opens the embedded database itself, prints only JSON, and releases the database', async () => {
    const { code, printed: text } = await admin(...createKey, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      apiKey: expect.stringMatching(/^SVC_ADMIN_KEY_/),
      email: 'me@example.com',
    });
    const opened = await openDatabase({ dataDir: folder });
    expect(await opened.query('select email, role from account')).toEqual([{ email: 'me@example.com', role: 'owner' }]);
    await opened.close();
    // The first initialization takes long on a busy machine.
  }, 120_000);

  it('prints a clear message to standard error on failure', async () => {
    const unknown = await admin('account', 'grant', '--email', 'nobody@example.com', '--usd', '5');
    expect(unknown).toMatchObject({ code: 1, printed: '', stderrText: expect.stringContaining('account create') });
  });

  it('restores nothing into a database with accounts', async () => {
    const file = join(folder, 'mine.backup');
    expect((await admin('backup', file, '--json')).code).toBe(0);
    expect(await admin('restore', file)).toMatchObject({
      code: 1,
      printed: '',
      stderrText: expect.stringMatching(/^This database already has accounts \(1\)/),
    });
  });

  it('cannot list upstreams, because they are in the memory of a running server', async () => {
    const { code, stderrText: text } = await admin('upstreams');
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining(`No server runs with DATA_DIR ${folder}`),
    });
  });

  it('names the invalid option', async () => {
    expect(await admin('account', 'grant', '--email', 'me@example.com', '--usd', 'five')).toMatchObject({
      code: 1,
      printed: '',
      stderrText: expect.stringMatching(/^--usd: /),
    });
  });
});

describe('with a running server', () => {
  let server: Server;
  let release: () => void;
  /** The remote and the local address as seen by the server; `''`: the real ones. */
  let ends: string;

  beforeEach(() => {
    ends = '';
  });

  function seen(incoming: IncomingMessage): IncomingMessage {
    const [remoteAddress, localAddress = remoteAddress] = ends.split(' ');
    const socket = ends === '' ? incoming.socket : { remoteAddress, localAddress };
    return { socket, headers: incoming.headers } as IncomingMessage;
  }

  beforeAll(async () => {
    await openTestDatabase();
    const lock = await lockFolder(lockFolderOf(folder), 'The database');
    release = () => lock.release();
    server = createServer((incoming, outgoing) => {
      const request = toApiRequest(incoming, outgoing, clientAddressOf(seen(incoming), undefined));
      void POST.answer(request).then((reply) => writeReply(reply, incoming, outgoing));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await ensureOperatorToken(folder, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    release();
    server.close();
  });

  it('lets the server do the work', async () => {
    const { code, printed: text } = await admin(...createKey);
    expect(code).toBe(0);
    // The server of this test has a different, empty database, where the account is new.
    expect(text).toMatch(/^SVC_ADMIN_KEY_\w+\n[\s\S]*shown once[\s\S]*reset-password\?token=/);
    expect((await admin('account', 'reset-link', '--email', 'me@example.com')).printed).toContain('valid until');
    expect((await admin('account', 'invite')).printed).toContain('/sign-up?invite=');
    const grant = await admin('account', 'grant', '--email', 'me@example.com', '--usd', '2.50', '--reference', 'r1');
    expect(grant.printed).toContain('2.5 USD were added to me@example.com. Its balance is 3.5 USD.');
  });

  it('adds credit, sets stakes, and shows accounts', async () => {
    const me = ['--email', 'me@example.com'];
    const credit = ['credit', ...me, '--usd', '25', '--reference', 'r2', '--kind', 'TOP_UP'];
    expect((await admin(...credit)).printed).toContain('25 USD were added to me@example.com. Its balance is 28.5 USD.');
    expect((await admin(...credit)).printed).toContain('The reference r2 was already used: nothing changed.');
    // An alias of the same command, from before there were kinds.
    expect((await admin('account', 'grant', ...me, '--usd', '1', '--reference', 'r1')).code).toBe(1);
    expect((await admin('stake', ...me, '--diem', '5')).printed).toContain(
      'has 5 DIEM staked, and can spend 5 DIEM today',
    );
    expect((await admin('stake', ...me)).stderrText).toContain('--diem: Use either --diem or --wallet');
    const shown = (await admin('account', 'show', ...me)).printed;
    expect(shown).toMatch(
      /owner, tier standard\ncreated \S+, 1 usable key\ncan spend 28.5 USD .*\ncan spend 5 DIEM today \(staked: 5\)/,
    );
    await admin('account', 'block', ...me);
    expect((await admin('account', 'list')).printed).toMatch(/me@example.com +owner +standard +1 +28.5 +5 +blocked/);
    await admin('account', 'unblock', ...me);
    expect(JSON.parse((await admin('account', 'list', '--json')).printed)).toMatchObject({
      accounts: [{ email: 'me@example.com', blocked: false, balanceUsd: '28.5' }],
      more: false,
    });
  });

  it('verifies the ledger, and exits with 1 if it does not add up', async () => {
    expect(await admin('ledger', 'verify')).toMatchObject({
      code: 0,
      printed: expect.stringMatching(
        /^The ledger adds up: 1 account, 1 key, 3 ledger entries, 0 paid requests, 0 live holds\.\nBalances: 28\.5 USD/,
      ),
    });
    await database().query('update ledger_balance set posted_nano = posted_nano + 1');
    const { code, printed: text } = await admin('ledger', 'verify');
    expect(code).toBe(1);
    expect(text).toMatch(/sum of its entries: account \S+: 28\.5 USD expected, 28\.500000001 USD found\n/);
    expect(text).toContain('The ledger does NOT add up: 2 findings.');
    const answer = await admin('ledger', 'verify', '--json');
    expect(answer.code).toBe(1);
    expect(JSON.parse(answer.printed)).toMatchObject({ ok: false, total: 2, findings: { length: 2 } });
    await database().query('update ledger_balance set posted_nano = posted_nano - 1');
  });

  it('lets the server write a backup, and restores none into a database in use', async () => {
    const file = join(folder, 'farebox.backup');
    const backup = await admin('backup', file);
    expect(backup).toMatchObject({ code: 0, printed: expect.stringContaining(`${file} was written and verified: `) });
    expect((await checkBackup(file)).counts).toMatchObject({ account: 1, ledger_entry: 3 });
    expect((await admin('backup', file)).stderrText).toBe(`${file} already exists. Choose another file.\n`);
    const restore = await admin('restore', file);
    expect(restore).toMatchObject({ code: 1, stderrText: expect.stringContaining(`in use by process ${process.pid}`) });
  });

  it('lists the server’s upstreams', async () => {
    const yaml = `include: []
providers: { lab: { kind: openai-compatible, base_url: 'http://127.0.0.1:9/v1' } }
models: [{ id: big, upstreams: [{ provider: lab, model: org/big }], price: { input: '1', output: '2' }, context: 4096 }]`;
    installCatalog(testCatalog(yaml));
    for (let round = 0; round < 5; round += 1) {
      const caller = { account: `account ${round}`, mayProbe: true };
      const attempt = firstAttempt([{ provider: 'lab', model: 'org/big', weight: 1 }], caller);
      if (attempt) noteOutcome(attempt, classifyFailure(new ApiError('INFERENCE_FAILED', 'no'), 'lab'));
    }
    expect((await admin('upstreams')).printed).toMatch(
      /^provider +model +state +since +failures +last error\nlab +org\/big +DISABLED +20\S+Z +5 +INFERENCE_FAILED\n$/,
    );
    expect(JSON.parse((await admin('upstreams', '--json')).printed)).toMatchObject({
      upstreams: [{ provider: 'lab', model: 'org/big', state: 'open', failures: 5, lastError: 'INFERENCE_FAILED' }],
    });
  });

  it('works if the server listens only on a non-loopback address', async () => {
    // Such a connection has that address on both sides.
    ends = '192.0.2.10';
    expect(await admin('account', 'invite')).toMatchObject({ code: 0, stderrText: '' });
    ends = '192.0.2.11 192.0.2.10';
    expect(await admin('account', 'invite')).toMatchObject({ code: 1, stderrText: expect.stringContaining('machine') });
  });

  it('reports clearly that nothing listens, or that something else does', async () => {
    const { address, token } = (await readOperatorAccess(folder)) ?? { address: '', token: '' };
    await ensureOperatorToken(folder, await freeAddress());
    const refused = await admin('account', 'invite');
    expect(refused).toMatchObject({ code: 1, stderrText: expect.stringMatching(/process \d+.*does not listen/) });
    const otherProgram = createServer((_incoming, outgoing) => outgoing.end('<html>'));
    await new Promise<void>((resolve) => otherProgram.listen(0, '127.0.0.1', resolve));
    await ensureOperatorToken(folder, `http://127.0.0.1:${(otherProgram.address() as AddressInfo).port}`);
    expect((await admin('account', 'invite')).stderrText).toContain('answered 200, but it is not a Farebox server');
    otherProgram.removeAllListeners('request').on('request', (incoming) => incoming.socket.destroy());
    expect((await admin('account', 'invite')).stderrText).toContain('ended during the work');
    otherProgram.close();
    await ensureOperatorToken(folder, address);
    expect((await readOperatorAccess(folder))?.token).not.toBe(token);
    expect((await admin('account', 'invite')).code).toBe(0);
  });

  it('prints the reference of a credit before it is sent, so that it can be repeated after a failure and is added once', async () => {
    const credit = ['credit', '--email', 'me@example.com', '--usd', '4'];
    const { address } = (await readOperatorAccess(folder)) ?? { address: '' };
    let sent = '';
    let printedBefore = '';
    const silent = createServer((incoming) => {
      printedBefore = stderrText;
      incoming.setEncoding('utf8').on('data', (text: string) => (sent += text));
      incoming.on('end', () => incoming.socket.destroy());
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await ensureOperatorToken(folder, `http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect((await admin(...credit)).code).toBe(1);
    silent.close();
    await ensureOperatorToken(folder, address);

    const reference = (JSON.parse(sent) as { input: { reference: string } }).input.reference;
    expect(reference).toMatch(/^[\w-]{36}$/);
    expect(printedBefore).toBe(
      `reference ${reference} – repeat with --reference ${reference} and it is added only once\n`,
    );
    const repeat = [...credit, '--reference', reference];
    expect(await admin(...repeat)).toMatchObject({
      stderrText: '',
      printed: expect.stringMatching(new RegExp(`^4 USD were added .* Reference: ${reference}\n$`)),
    });
    expect((await admin(...repeat)).printed).toContain('was already used');

    const other = await admin(...credit, '--json');
    const made = /^reference (\S+) –/.exec(other.stderrText)?.[1];
    expect(made).not.toBe(reference);
    expect(JSON.parse(other.printed)).toMatchObject({ reference: made, repeated: false });
    // Nothing is printed if nothing is sent.
    expect((await admin('credit', '--email', 'me@example.com', '--usd', '0')).stderrText).toMatch(/^--usd: /);
  });

  it('never sends a token that another process left behind', async () => {
    const path = join(folder, 'operator.token');
    const written = readFileSync(path, 'utf8');
    const [token, address, , startedAt] = written.split('\n');
    for (const stale of [
      [token, address],
      [token, address, '1', startedAt],
      [token, address, process.pid, 'earlier'],
    ]) {
      writeFileSync(path, `${stale.join('\n')}\n`);
      const { code, stderrText: text } = await admin('account', 'invite');
      expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(`Process ${process.pid} holds`) });
    }
    writeFileSync(path, written);
  });

  it('passes the server’s message on', async () => {
    const { code, stderrText: text } = await admin('account', 'create', '--email', 'me@example.com');
    expect(code).toBe(1);
    expect(text).toBe('An account with this email exists. Sign in instead.\n');
  });

  it('records refunds of payments', async () => {
    const [{ id = '' } = {}] = await database().query<{ id: string }>('select id from account');
    const payment = await makeCreditedPayment(id);
    const refund = ['refund', '--payment', payment.id, '--usd', '2.25', '--transaction', '0xab', '--reference', 'c1'];
    expect((await admin(...refund)).printed).toMatch(
      /^2\.25 USD were taken out\. The account’s balance is \S+ USD, and 2\.75 USD of the payment can still be refunded\. Reference: c1\n$/,
    );
    expect((await admin(...refund)).printed).toBe('The reference c1 was already used: nothing changed.\n');
    const above = await admin('refund', '--payment', payment.id, '--usd', '3');
    expect(above.stderrText).toMatch(/^reference (\S+) – repeat with --reference \1 and it is recorded only once\n/);
    expect(above.stderrText).toContain('Must be at most 2.75 USD, what earlier refunds have left of the payment');
    expect(above.code).toBe(1);
  });
});

describe('the service file', () => {
  it('is checked', async () => {
    const path = join(folder, 'service.yaml');
    writeFileSync(path, 'include: [embedded]\n');
    expect((await admin('service', 'check', path, '--json')).printed).toContain('"ok": true');
    writeFileSync(path, 'include: [everything]\n');
    expect(await admin('service', 'check', path)).toMatchObject({
      code: 1,
      stderrText: expect.stringContaining('line 1'),
    });
  });

  it('is written as a template, and never overwrites another file', async () => {
    const path = join(folder, 'new.yaml');
    expect((await admin('service', 'init', path)).printed).toContain(`SERVICE_FILE=${path}`);
    expect(readFileSync(path, 'utf8')).toContain('models:');
    expect((await admin('service', 'check', path)).code).toBe(0);
    expect(await admin('service', 'init', path)).toMatchObject({
      code: 1,
      stderrText: expect.stringContaining('already exists'),
    });
  });
});
