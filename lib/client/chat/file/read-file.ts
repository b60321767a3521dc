import type { z } from 'zod';
import { shortTitle } from '../conversation';
import { isRecord } from '../../failure';
import { ChatFile, FileChat } from './chat-file';
import { FILE_FORMAT, FILE_VERSION } from './format';
import { isForeignFile, readForeignChat } from './foreign-file';
import { whatIsBroken } from './check-tree';

/** A skipped chat: which one, and what is wrong with it. */
export type LeftOut = { which: string; why: string };

/** The contents of a file. */
export type ReadFile = { chats: FileChat[]; leftOut: LeftOut[] };

/**
 * Parses a chat file: our own format, or the `conversations.json` of a ChatGPT export.
 * @throws Error whose message says what is wrong with the whole file
 */
export function readFile(text: string): ReadFile {
  const given = parse(text);
  if (Array.isArray(given) && isForeignFile(given)) return readAll(given, readForeignChat);
  if (!isRecord(given) || given.format !== FILE_FORMAT) {
    throw new Error('This is not a chat export: its “format” is not “farebox-chats”.');
  }
  if (typeof given.version === 'number' && given.version > FILE_VERSION) {
    throw new Error(
      `A newer version of this page wrote the file (version ${given.version}; this page reads ${FILE_VERSION}).`,
    );
  }
  const file = ChatFile.safeParse(given);
  if (!file.success) throw new Error(`The file is damaged: ${issueMessage(file.error)}`);
  return readAll(file.data.chats, readChat);
}

function readAll(given: readonly unknown[], read: (chat: unknown) => FileChat | { why: string }): ReadFile {
  const chats: FileChat[] = [];
  const leftOut: LeftOut[] = [];
  const ids = new Set<string>();
  for (const [index, one] of given.entries()) {
    const chat = read(one);
    if ('why' in chat) leftOut.push({ which: nameOf(one, index), why: chat.why });
    else if (ids.has(chat.id))
      leftOut.push({ which: nameOf(one, index), why: 'id: used by another chat in this file' });
    else {
      ids.add(chat.id);
      chats.push(chat);
    }
  }
  return { chats, leftOut };
}

function readChat(given: unknown): FileChat | { why: string } {
  const chat = FileChat.safeParse(given);
  if (!chat.success) return { why: issueMessage(chat.error) };
  const why = whatIsBroken(chat.data);
  return why === null ? chat.data : { why };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not a chat export: it is not JSON, or was cut off.');
  }
}

/** `Chat 3, “Its title”`. */
function nameOf(given: unknown, index: number): string {
  const title = isRecord(given) && typeof given.title === 'string' && given.title !== '' ? given.title : null;
  return title === null ? `Chat ${index + 1}` : `Chat ${index + 1}, “${shortTitle(title)}”`;
}

/** The first issue with its path: `message 2, ticket, free: must be true or false`. */
function issueMessage({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'it does not fit';
  const path: string[] = [];
  for (const [at, step] of issue.path.entries()) {
    const before = issue.path[at - 1];
    if (typeof step === 'number' && typeof before === 'string')
      path[path.length - 1] = `${singular(before)} ${step + 1}`;
    else path.push(String(step));
  }
  return path.length === 0 ? issue.message : `${path.join(', ')}: ${issue.message}`;
}

const singular = (list: string): string => (list.endsWith('s') ? list.slice(0, -1) : list);
