import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { crossCheck } from './service-file/cross-check';
import { toServiceFile, type ServiceFile } from './service-file/file';
import { ServiceFileLayout } from './service-file/layout';
import { problemsOf, writeProblems, type YamlText } from './service-file/problems';
import { substitute, type Environment } from './service-file/substitute';

/** No real service file is larger. */
const MAX_BYTES = 4_000_000;

type Outcome = { ok: true; file: ServiceFile } | { ok: false; problems: string[] };

/**
 * Reads and checks the operator's service file.
 * @param environment for `${NAME}` in its strings, and for the automatic providers that its upstreams may name
 * @throws Error whose message has one line per problem, each with line, member and fix
 */
export async function readServiceFile(path: string, environment: Environment): Promise<ServiceFile> {
  const outcome = await read(path, environment);
  if (outcome.ok) return outcome.file;
  throw new Error(`the service file ${path} is not usable:\n${outcome.problems.map((line) => `  ${line}`).join('\n')}`);
}

/** Checks a service file and returns a one-line summary, or all its problems. */
export async function checkServiceFile(
  path: string,
  environment: Environment,
): Promise<{ ok: true; summary: string } | { ok: false; problems: string[] }> {
  const outcome = await read(path, environment);
  return outcome.ok ? { ok: true, summary: summaryOf(outcome.file) } : outcome;
}

/** Reads a service file from its text; pure, otherwise like `readServiceFile`. */
export function parseServiceFile(path: string, text: string, environment: Environment): Outcome {
  const lines = new LineCounter();
  // Pretty errors quote the source, which may contain a secret.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const yaml: YamlText = { document, lines };
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    return { ok: false, problems: broken.map((error) => `line ${lines.linePos(error.pos[0]).line}: ${error.message}`) };
  }

  const missing = substitute(document, environment);
  if (missing.length > 0) return { ok: false, problems: writeProblems(yaml, missing) };
  const plain = toPlain(document);
  if ('problem' in plain) return { ok: false, problems: [plain.problem] };
  const parsed = ServiceFileLayout.safeParse(plain.value);
  if (!parsed.success) return { ok: false, problems: writeProblems(yaml, problemsOf(yaml, parsed.error)) };
  const wrong = crossCheck(yaml, parsed.data, environment);
  if (wrong.length > 0) return { ok: false, problems: writeProblems(yaml, wrong) };
  return { ok: true, file: toServiceFile(path, parsed.data) };
}

async function read(path: string, environment: Environment): Promise<Outcome> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (thrown) {
    const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    const advice = 'fix SERVICE_FILE, or write a first one with `npm run -s admin -- service init`';
    return { ok: false, problems: [`${path} cannot be read (${reason}); ${advice}`] };
  }
  if (bytes.byteLength > MAX_BYTES) {
    return { ok: false, problems: [`${path} has ${bytes.byteLength} bytes; a service file has at most ${MAX_BYTES}`] };
  }
  return parseServiceFile(path, bytes.toString('utf8'), environment);
}

/** References may be undefined or expand without end; the parser detects that only here. */
function toPlain(document: Document): { value: unknown } | { problem: string } {
  try {
    return { value: withoutEmptyMembers(document.toJS()) };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** `models:` with nothing but comments below is an empty list, not a mistake. */
function withoutEmptyMembers(value: unknown): unknown {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function summaryOf(file: ServiceFile): string {
  const ids = new Set(file.models.map((model) => model.id));
  const outside = [...file.aliases]
    .filter(([, target]) => !ids.has(target))
    .map(([alias, target]) => `${alias} → ${target}`);
  const parts = [
    count(file.models.length, 'model'),
    count(file.providers.length, 'provider'),
    count(file.aliases.size, 'alias', 'aliases'),
    `include ${file.include.length > 0 ? file.include.join(' and ') : 'nothing else'}`,
  ];
  const remark =
    outside.length > 0 ? `; not models of this file, so they must be embedded or automatic: ${outside.join(', ')}` : '';
  return `${parts.join(', ')}${remark}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
