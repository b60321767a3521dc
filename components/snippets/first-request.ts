import { KEY_VARIABLE } from '@/lib/core/samples/request';

/** The model in a sample until the list is loaded: every installation has it. */
export const EMBEDDED_MODEL = 'smollm2-135m';

/** What a snippet needs: origin, key (or its placeholder), and model. */
export type SnippetSpec = { origin: string; apiKey: string; model: string };

/** A sample of the first request. */
export type Snippet = { value: 'curl' | 'typescript' | 'python'; label: string; code: string };

/**
 * The first request in three languages; the two SDKs are OpenAI's with another base URL. Like all samples, they read the
 * key from the environment; the shell's sets it first.
 */
export function firstRequest({ origin, apiKey, model }: SnippetSpec): readonly Snippet[] {
  const base = `${origin}/api/v1`;
  // Escapes a single quote inside single quotes for the shell.
  const shellModel = JSON.stringify(model).replaceAll("'", `'\\''`);
  return [
    {
      value: 'curl',
      label: 'curl',
      code: [
        `export ${KEY_VARIABLE}="${apiKey}"`,
        `curl ${base}/chat/completions \\`,
        `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
        `  -H "Content-Type: application/json" \\`,
        "  -d '{",
        `    "model": ${shellModel},`,
        '    "messages": [',
        '      {"role": "user", "content": "Why do tickets have holes?"}',
        '    ]',
        "  }'",
      ].join('\n'),
    },
    {
      value: 'typescript',
      label: 'TypeScript',
      code: [
        "import OpenAI from 'openai';",
        '',
        `const client = new OpenAI({ baseURL: '${base}', apiKey: process.env.${KEY_VARIABLE} });`,
        'const stream = await client.chat.completions.create({',
        `  model: ${JSON.stringify(model)},`,
        "  messages: [{ role: 'user', content: 'Why do tickets have holes?' }],",
        '  stream: true,',
        '});',
        "for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '');",
      ].join('\n'),
    },
    {
      value: 'python',
      label: 'Python',
      code: [
        'import os',
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${base}", api_key=os.environ["${KEY_VARIABLE}"])`,
        'stream = client.chat.completions.create(',
        `    model=${JSON.stringify(model)},`,
        '    messages=[{"role": "user", "content": "Why do tickets have holes?"}],',
        '    stream=True,',
        ')',
        'for chunk in stream:',
        '    if chunk.choices:',
        '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
      ].join('\n'),
    },
  ];
}
