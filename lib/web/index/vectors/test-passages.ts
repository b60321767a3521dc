/** For tests: passages of an account, and a process that gives passages their vectors. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '../../../core/ids';
import { database, openDatabase } from '../../../platform/db';
import { changeIndex } from '../change-index';
import { type Embedder, installEmbedder } from '../embedder';
import { openSource } from '../sources/open-source';
import { testEmbedder } from '../test-embedder';
import { fillVectors } from './fill-vectors';

const INSERT = `insert into web_passage (id, document_id, owner_id, heading, text)
  select $1::int + n, $2::uuid, $3::uuid, $4, n::text from generate_series(0, $5::int - 1) n`;

/**
 * Adds a document of many passages, without splitting a text of that length. What the embedder gets of each is the heading
 * and a number, on two lines.
 * @param ownerId null for the operator
 */
export async function putTestPassages(ownerId: string | null, heading: string, count: number): Promise<void> {
  const url = `https://passages.example/${newId()}`;
  const sourceId = await openSource({ kind: ownerId === null ? 'site' : 'file', target: url, ownerId });
  await database().transaction(async (tx) => {
    const { firstId } = await changeIndex(tx, { added: count });
    const id = newId();
    const columns = 'id, source_id, url, title, date, hash';
    await tx.query(`insert into web_document (${columns}) values ($1, $2, $3, '', '', '')`, [id, sourceId, url]);
    await tx.query(INSERT, [firstId, id, ownerId, heading, count]);
  });
}

/** An embedder that reports the texts of each batch before it embeds them. */
export function watchedEmbedder(onBatch: (texts: readonly string[]) => Promise<unknown>): Embedder {
  return { ...testEmbedder, embed: async (texts, by) => (await onBatch(texts), testEmbedder.embed(texts, by)) };
}

/** A process that fills vectors. */
export type FillProcess = {
  /** The texts that it has embedded so far. */
  texts: string[];
  /** Resolves when it has embedded a first batch. */
  begun: Promise<void>;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** SIGKILL. */
  kill(): void;
};

/** Starts this file as a separate process, which gives all passages their vectors, and ends. */
export function startFillProcess(databaseUrl: string): FillProcess {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
  const texts: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const begun = new Promise<void>((resolve) => reader.once('line', () => resolve()));
  reader.on('line', (line) => texts.push(...(JSON.parse(line) as string[])));
  const ended = new Promise<void>((resolve) => reader.once('close', resolve));
  return { texts, begun, ended, kill: () => void child.kill('SIGKILL') };
}

/** Every batch takes some time, so that another process has its share. */
async function main(databaseUrl: string): Promise<void> {
  const opened = await openDatabase({ databaseUrl, dataDir: '' });
  const report = async (texts: readonly string[]) => {
    process.stdout.write(`${JSON.stringify(texts)}\n`);
    await sleep(30);
  };
  installEmbedder(() => watchedEmbedder(report));
  await fillVectors();
  await opened.close();
}

const [script, databaseUrl] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && databaseUrl !== undefined) await main(databaseUrl);
