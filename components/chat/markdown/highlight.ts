import type { GrammarState, HighlighterCore, LanguageInput, ThemedToken } from 'shiki/core';

/** The colors are CSS variables (`code-colors.css`), so both themes share one tokenization. */
const THEME = 'tokens';

/** Longer lines stay plain: the last line is tokenized again with each chunk. */
const LONGEST_LINE = 1_000;
/**
 * A line that takes longer is cut off, and what follows gets wrong colors. Generous, because the first line of a
 * language is slow on a slow machine.
 */
const LONGEST_MS = 2_000;

/** Grammars, loaded when a code block needs them. */
const GRAMMARS: Record<string, LanguageInput> = {
  bash: () => import('shiki/langs/shellscript.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  dockerfile: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

/** Other names that models use for these languages. */
const ALIASES = new Map(
  Object.entries({
    cs: 'csharp',
    'c#': 'csharp',
    docker: 'dockerfile',
    golang: 'go',
    js: 'javascript',
    jsx: 'tsx',
    jsonc: 'json',
    kt: 'kotlin',
    mjs: 'javascript',
    py: 'python',
    rb: 'ruby',
    rs: 'rust',
    sh: 'bash',
    shell: 'bash',
    svg: 'xml',
    ts: 'typescript',
    yml: 'yaml',
    zsh: 'bash',
  }),
);

/** A piece of a line: its text, and its color as a CSS value if it differs from plain text. */
export type Piece = { text: string; color: string | undefined };

/** Colors a growing text: each call with a longer text tokenizes only the new lines. */
export type Painter = (code: string) => Piece[][];

let shared: Promise<HighlighterCore> | null = null;

/**
 * Creates a painter for one code block.
 * @param language as named by the model
 * @returns null if the language is not supported; nothing is loaded then
 */
export async function createPainter(language: string): Promise<Painter | null> {
  const name = ALIASES.get(language) ?? language;
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  if (!grammar) return null;
  const highlighter = await (shared ??= openHighlighter());
  await highlighter.loadLanguage(grammar);
  const lang = name === 'bash' ? 'shellscript' : name === 'dockerfile' ? 'docker' : name;
  return linePainter((code, grammarState) => {
    const tokens = highlighter.codeToTokensBase(code, {
      lang,
      theme: THEME,
      tokenizeMaxLineLength: LONGEST_LINE,
      tokenizeTimeLimit: LONGEST_MS,
      ...(grammarState ? { grammarState } : {}),
    });
    return { tokens, after: highlighter.getLastGrammarState(tokens) };
  });
}

async function openHighlighter(): Promise<HighlighterCore> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ]);
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-', fontStyle: false })],
    langs: [],
    // Patterns that JavaScript cannot express are skipped instead of thrown.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

type Tokenize = (
  code: string,
  state: GrammarState | undefined,
) => { tokens: ThemedToken[][]; after: GrammarState | undefined };

/** Keeps the complete lines and the grammar state after them; only the rest is tokenized again. */
function linePainter(tokenize: Tokenize): Painter {
  let known = '';
  let lines: Piece[][] = [];
  let state: GrammarState | undefined;
  return (code) => {
    if (!code.startsWith(known)) {
      known = '';
      lines = [];
      state = undefined;
    }
    const end = code.lastIndexOf('\n') + 1;
    if (end > known.length) {
      const { tokens, after } = tokenize(code.slice(known.length, end - 1), state);
      lines = [...lines, ...tokens.map(piecesOf)];
      state = after;
      known = code.slice(0, end);
    }
    const rest = code.slice(known.length);
    return rest === '' ? lines : [...lines, ...tokenize(rest, state).tokens.map(piecesOf)];
  };
}

const PLAIN = 'var(--code-foreground)';

const piecesOf = (line: ThemedToken[]): Piece[] =>
  line.map(({ content, color }) => ({ text: content, color: color === PLAIN || color === '' ? undefined : color }));
