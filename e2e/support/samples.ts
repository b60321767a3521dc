import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';

const run = promisify(execFile);

/** The languages of samples by the info string of their Markdown fence, with the file extension. */
const LANGUAGES = { bash: 'sh', ts: 'ts', python: 'py' } as const;

/** A sample of the reference, as in its Markdown. */
export type DocumentedSample = { page: string; language: keyof typeof LANGUAGES; code: string };

/** How a sample ended; `said` is everything that it printed. */
export type Ran = { name: string; ended: number; said: string };

/** The variables from which samples read their keys. */
export type Environment = Record<string, string>;

/** Every distinct sample on the pages listed in `/llms.txt`. */
export async function readSamples(url: string): Promise<DocumentedSample[]> {
  const list = await (await fetch(`${url}/llms.txt`)).text();
  const pages = [...list.matchAll(/\/docs\/([\w-]+)\.md/g)].map(([, page = '']) => page);
  const samples = await Promise.all(pages.map((page) => readPage(url, page)));
  const seen = new Set<string>();
  return samples.flat().filter(({ code }) => !seen.has(code) && seen.add(code));
}

/** The samples of one page, in order. */
export async function readPage(url: string, page: string): Promise<DocumentedSample[]> {
  const text = await (await fetch(`${url}/docs/${page}.md`)).text();
  const fences = text.matchAll(/^```(bash|ts|python)\n([\s\S]*?)\n```$/gm);
  return [...fences].map(([, language, code = '']) => ({
    page,
    language: language as DocumentedSample['language'],
    code,
  }));
}

/** Writes samples to files of their language. @returns their names without extension */
export function writeSamples(folder: string, samples: readonly DocumentedSample[]): string[] {
  mkdirSync(folder, { recursive: true });
  return samples.map(({ page, language, code }, index) => {
    const name = `${String(index).padStart(3, '0')}-${page}`;
    writeFileSync(join(folder, `${name}.${LANGUAGES[language]}`), `${code}\n`);
    // Node does not run TypeScript by itself.
    if (language === 'ts') writeFileSync(join(folder, `${name}.mjs`), transformSync(code, { loader: 'ts' }).code);
    return name;
  });
}

/** Runs shell samples, each in its own shell; curl fails on HTTP errors. */
export async function runShell(folder: string, environment: Environment): Promise<Ran[]> {
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  const script =
    'for file in *.sh; do out=$(bash -eu "$file" 2>&1); printf "%s\\0%s\\0%s\\0" "$file" "$?" "$out"; done';
  return read(await runIn(folder, 'bash', ['-c', script], { ...environment, CURL_HOME: folder }));
}

/** Runs Python samples one after another, in one process. @param python the interpreter */
export async function runPython(folder: string, environment: Environment, python = 'python3'): Promise<Ran[]> {
  const script = `
import contextlib, glob, io, runpy, sys, traceback
for file in sorted(glob.glob("*.py")):
    out, ended = io.StringIO(), 0
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_path(file)
        except Exception:
            ended = 1
            out.write(traceback.format_exc())
    sys.stdout.write(f"{file}\\0{ended}\\0{out.getvalue()}\\0")
`;
  return read(await runIn(folder, python, ['-c', script], environment));
}

/** Runs Node samples one after another, in one process; packages are resolved from the parent folders. */
export async function runNode(folder: string, environment: Environment): Promise<Ran[]> {
  const runner = join(folder, 'runner.cjs');
  writeFileSync(
    runner,
    `const { readdirSync } = require('node:fs');
const { format } = require('node:util');
const write = process.stdout.write.bind(process.stdout);
let said = '';
process.stdout.write = (text) => { said += text; return true; };
console.log = (...values) => { said += format(...values) + '\\n'; };
(async () => {
  for (const file of readdirSync('.').filter((name) => name.endsWith('.mjs')).sort()) {
    let ended = 0;
    said = '';
    await import('./' + file).catch((error) => { ended = 1; said += error.stack; });
    write(file + '\\0' + ended + '\\0' + said + '\\0');
  }
})();
`,
  );
  return read(await runIn(folder, process.execPath, [runner], environment));
}

/** The TypeScript compiler's errors in the samples, using the types of the packages they import. */
export async function checkTypes(folder: string): Promise<string> {
  const settings = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      moduleDetection: 'force',
      types: ['node'],
      skipLibCheck: true,
    },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
  return run(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  );
}

async function runIn(folder: string, program: string, args: string[], env: Environment): Promise<string> {
  const inherited = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: process.env.NODE_ENV ?? 'test' };
  const { stdout } = await run(program, args, {
    cwd: folder,
    env: { ...inherited, ...env },
    maxBuffer: 64 * 1024 ** 2,
  });
  return stdout;
}

/** Name, exit code and output of each, all terminated by NUL. */
function read(printed: string): Ran[] {
  const parts = printed.split('\0');
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, index) => ({
    name: (parts[index * 3] ?? '').replace(/\.\w+$/, ''),
    ended: Number(parts[index * 3 + 1]),
    said: parts[index * 3 + 2] ?? '',
  }));
}
