/**
 * `npm run bench -- smooth`: whether a large chat stays responsive. It opens a chat of 200 messages in which an answer
 * of already 100 KB continues at 100 tokens per second while the user types and scrolls. Chromium's trace shows the
 * longest tasks of the page's main thread; the same is measured in a new, empty chat, to separate the machine's noise
 * from the page's work. Prints a Markdown table.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { startFarebox } from '../e2e/support/server';
import { startScriptedUpstream } from '../lib/providers/conformance/scripted-upstream';
import { findChromium } from '../scripts/steps/programs.mjs';
import { table } from './report/table';

const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
const MESSAGES = 200;
const BIG_BYTES = 100_000;
const TOKENS_PER_SECOND = 100;
const MEASURED_MS = 15_000;
/** Above this, users notice that the page freezes. */
const LONG_MS = 50;

/** What the main thread did during the measurement. */
type Measured = { name: string; longest: number; long: number; busyShare: number; keyMs: number };

const PARAGRAPH =
  'A fare box takes **exact** coins, and `gives` a [ticket](https://example.org/ticket); see the table below.\n\n' +
  '| stop | fare |\n| --- | --- |\n| Oslo | $0.70 |\n| Paris | $2.10 |\n\n```ts\nconst fare = stops.map((stop) => stop.fare);\n```\n\n';
const TOKENS = PARAGRAPH.match(/.{1,4}/gs) ?? [];

const upstream = await startScriptedUpstream({
  // The bulk comes at once; what follows is what a fast model writes while it is watched.
  big: {
    chunks: [PARAGRAPH.repeat(Math.ceil(BIG_BYTES / PARAGRAPH.length)), ...longAnswer(TOKENS)],
    chunkDelayMs: 1_000 / TOKENS_PER_SECOND,
  },
  small: { chunks: longAnswer(['word ']), chunkDelayMs: 1_000 / TOKENS_PER_SECOND },
});
const folder = mkdtempSync(join(tmpdir(), 'farebox-smooth-'));
const file = join(folder, 'service.yaml');
writeFileSync(file, serviceFile());
const server = await startFarebox({ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, SERVICE_FILE: file });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const watched = [await watch(browser, 'small', 0), await watch(browser, 'big', MESSAGES)];
  report(watched);
} finally {
  await browser.close();
  await server.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true });
}

function longAnswer(tokens: string[]): string[] {
  const wanted = ((MEASURED_MS + 10_000) / 1_000) * TOKENS_PER_SECOND;
  return Array.from({ length: wanted }, (_, index) => tokens[index % tokens.length] ?? '');
}

function serviceFile(): string {
  const models = ['big', 'small'].map(
    (id) =>
      `  - { id: ${id}, upstreams: [{ provider: lab, model: ${id} }], price: { input: "0.1", output: "0.2" }, context: 131072, max_completion: 65536 }`,
  );
  return `include: []\nproviders: { lab: { kind: openai-compatible, base_url: "${upstream.baseUrl}" } }\nmodels:\n${models.join('\n')}\n`;
}

/** Asks a model in a chat with this many messages, and measures the page while it answers. */
async function watch(browser: Browser, model: string, messages: number): Promise<Measured> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/chat');
  const account = (await (await page.request.get('/api/console/account')).json()) as { id: string };
  const chatId = messages === 0 ? null : await fillChat(page, account.id, messages);
  await page.goto(chatId === null ? `/chat?model=${model}` : `/chat?id=${chatId}&model=${model}`);
  await page.getByRole('combobox', { name: `Model: ${model}` }).waitFor();
  if (messages > 0) await page.getByTestId('assistant-message').last().waitFor();
  const composer = page.getByTestId('composer');
  await composer.fill('Go on.');
  await composer.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  const started = model === 'big' ? 'see the table below' : 'word word';
  await page.getByTestId('assistant-message').last().getByText(started).first().waitFor();
  const session = await context.newCDPSession(page);
  const trace = await record(session, () => typeAndScroll(page));
  await context.close();
  return { name: messages === 0 ? 'a new chat' : `${messages} messages, an answer of 100 KB`, ...trace };
}

/** Writes a chat into the browser's store as the page itself does. @returns its id */
async function fillChat(page: Page, accountId: string, messages: number): Promise<string> {
  await page.waitForTimeout(500);
  return page.evaluate(
    async ({ name, text, count }) => {
      const opening = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('The store did not open.'));
      });
      const transaction = database.transaction(['chats', 'messages'], 'readwrite');
      const ticket = { usage: null, receipt: null, free: true, firstTokenMs: 300, durationMs: 2_000 };
      const blank = {
        reasoning: '',
        state: 'complete',
        finishReason: 'stop',
        requestId: null,
        failure: null,
        writerId: null,
      };
      for (let index = 0; index < count; index++) {
        const asked = index % 2 === 0;
        transaction.objectStore('messages').put({
          ...blank,
          id: `message-${index}`,
          chatId: 'bench',
          parentId: index === 0 ? null : `message-${index - 1}`,
          role: asked ? 'user' : 'assistant',
          text: asked ? `Question ${index}` : text,
          modelId: asked ? null : 'small',
          ticket,
          createdAt: index,
          touchedAt: index,
        });
      }
      const settings = { system: '', temperature: null, topP: null, maxTokens: null, seed: null, stop: [] };
      const times = { createdAt: 1, updatedAt: Date.now() };
      const chat = {
        id: 'bench',
        title: 'Bench',
        named: true,
        modelId: 'big',
        settings,
        leafId: `message-${count - 1}`,
      };
      transaction.objectStore('chats').put({ ...chat, ...times });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
      return 'bench';
    },
    { name: `farebox-chat-${accountId}`, text: PARAGRAPH, count: messages },
  );
}

/** Types and scrolls during the measurement. @returns the median time from a key press to its letter on the page, ms */
async function typeAndScroll(page: Page): Promise<number> {
  const until = Date.now() + MEASURED_MS;
  await page.evaluate(`
    window.keyTimes = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keyTimes.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  `);
  await page.getByTestId('composer').focus();
  for (let turn = 0; Date.now() < until; turn++) {
    await page.keyboard.type('typing goes on ', { delay: 60 });
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, turn % 2 === 0 ? -600 : 600);
    await page.waitForTimeout(100);
  }
  const times = await page.evaluate<number[]>('window.keyTimes');
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

type TraceEvent = { name: string; ph: string; thread: string; dur: number; argument: string | undefined };

/** Reads these members of a trace event; all of them may be missing. */
function readEvent(value: Record<string, string>): TraceEvent {
  const { name, ph, pid, tid, dur, args }: Record<string, unknown> = value;
  const argument = typeof args === 'object' && args !== null && 'name' in args ? String(args.name) : undefined;
  return {
    name: String(name),
    ph: String(ph),
    thread: `${String(pid)} ${String(tid)}`,
    dur: Number(dur ?? 0),
    argument,
  };
}

/** The tasks of the page's main thread during `act`. */
async function record(session: CDPSession, act: () => Promise<number>): Promise<Omit<Measured, 'name'>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value.map(readEvent)));
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
  });
  const begun = performance.now();
  const keyMs = await act();
  const elapsed = performance.now() - begun;
  await session.send('Tracing.end');
  await done;
  const threads = new Set(
    events
      .filter(({ ph, name, argument }) => ph === 'M' && name === 'thread_name' && argument === 'CrRendererMain')
      .map(({ thread }) => thread),
  );
  const tasks = events
    .filter(({ name, ph, thread }) => name.endsWith('RunTask') && ph === 'X' && threads.has(thread))
    .map(({ dur }) => dur / 1_000);
  return {
    longest: Math.max(0, ...tasks),
    long: tasks.filter((ms) => ms > LONG_MS).length,
    busyShare: tasks.reduce((sum, ms) => sum + ms, 0) / elapsed,
    keyMs,
  };
}

function report(rows: Measured[]): void {
  table(
    [
      'during an answer at 100 tokens/s',
      'longest task',
      `tasks over ${LONG_MS} ms`,
      'main thread busy',
      'key press to letter, median',
    ],
    rows.map(({ name, longest, long, busyShare, keyMs }) => [
      name,
      `${longest.toFixed(0)} ms`,
      String(long),
      `${Math.round(busyShare * 100)} %`,
      keyMs === 0 ? 'under 16 ms' : `${keyMs} ms`,
    ]),
  );
}
