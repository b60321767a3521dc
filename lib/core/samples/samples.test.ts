import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { modelRequest } from './model-request';
import { samplesOf } from './samples';

const BASE = 'http://localhost:3000/api/v1';
const tricky = { text: `it's "so"\n$HOME \\ \`x\``, none: null, yes: true, list: [1, 2.5], empty: {} };

const codes = (over: object) =>
  Object.fromEntries(
    samplesOf({
      base: BASE,
      operationId: 'x',
      method: 'POST',
      path: '/things',
      query: [],
      withKey: true,
      serviceId: 'svc',
      ...over,
    }).map(({ language, code }) => [language, code]),
  ) as Record<'curl' | 'typescript' | 'python', string>;

it('quotes for a shell, for TypeScript and for Python', () => {
  const { curl, typescript, python } = codes({ body: tricky });
  expect(curl).toContain(`"text": "it'\\''s \\"so\\"\\n$HOME`);
  expect(typescript).toContain(`text: 'it\\'s "so"\\n$HOME \\\\ \`x\`'`);
  expect(python).toContain('    "none": None,\n    "yes": True,\n');
});

it('keeps URLs with a query in one word', () => {
  const { curl } = codes({
    method: 'GET',
    query: [
      ['a', '1'],
      ['b', 'x y'],
    ],
  });
  expect(curl.split(' \\\n')[0]).toBe(`curl '${BASE}/things?a=1&b=x+y'`);
});

it('includes the method if the body does not imply it, and sends no key if none is used', () => {
  const { curl, typescript, python } = codes({ method: 'DELETE', withKey: false });
  expect(curl).toBe(`curl -X DELETE ${BASE}/things`);
  expect(typescript).not.toContain('Authorization');
  expect(python).toContain('method="DELETE"');
});

/** Generated programs must contain exactly this, whatever a user typed. */
const HOSTILE: Record<string, string> = {
  quotes: `'"\`'' "" \\' \\" \\\\" \\`,
  lines: 'one\ntwo\r\nthree\ttab\u2028separator\u2029\u0000\u0007\u007f',
  markup: '</script><!-- ${1 + 1} #{x} %s {{x}} -->',
  shell: `$HOME $(id) \`id\` !! ; & | > < * ? ~ # -d @file\nEND_OF_BODY\nid`,
  languages: '日本語 🎫 e\u0301 \u202e مرحبا',
  python: `""" \'\'\' {x} \\N{DASH} None True`,
};

describe('a body that a user typed', () => {
  const body = {
    model: "it's",
    messages: Object.values(HOSTILE).map((content) => ({ role: 'user', content })),
    tools: [
      { function: { parameters: JSON.parse('{"__proto__":{"a\'b":1},"a-b":null,"1":true,"class":1e21}') as object } },
    ],
    stream: true,
  };
  const { curl, typescript } = codes({ operationId: 'createChatCompletion', body });

  it('is passed on completely by a shell', () => {
    expect(readCurl(curl)).toEqual(body);
  });

  it('is passed on completely by a shell if it is too long for one word', () => {
    const long = { ...body, url: `data:image/png;base64,${'A'.repeat(300_000)}` };
    expect(readCurl(codes({ body: long }).curl)).toEqual(long);
  });

  it('is a JavaScript object', () => {
    const [, literal = ''] = /create\(([\s\S]*)\);\nfor await/.exec(typescript) ?? [];
    expect(JSON.parse(String(runInNewContext(`JSON.stringify(${literal})`)))).toEqual(body);
  });
});

describe('a form', () => {
  const form = [
    { name: 'image', file: 'a photo.png' },
    { name: 'prompt', text: `@it's "blue"; $HOME` },
    { name: 'scale', text: '2' },
  ];
  const { curl, typescript, python } = codes({ form, savesAs: 'image.png' });

  it('is sent by curl with its files, and no text is taken for one', () => {
    expect(curl).toContain(`-o image.png`);
    expect(curl).toContain(`-F 'image=@a photo.png'`);
    expect(curl).toContain(`--form-string 'prompt=@it'\\''s "blue"; $HOME'`);
    expect(curl).toContain('-F scale=2');
    expect(curl).not.toContain('-X');
  });

  it('is sent by TypeScript as form data, and by Python as bytes', () => {
    expect(typescript).toContain("form.append('image', new Blob([await readFile('a photo.png')]), 'a photo.png');");
    expect(typescript).toContain("await writeFile('image.png', new Uint8Array(await response.arrayBuffer()));");
    expect(python).toContain('("image", "a photo.png", pathlib.Path("a photo.png").read_bytes()),');
    expect(python).toContain('pathlib.Path("image.png").write_bytes(response.read())');
  });

  it('is sent by the package where it has the call', () => {
    const { typescript: edit } = codes({ operationId: 'createImagesEdit', form });
    expect(edit).toContain("image: createReadStream('a photo.png'),");
    expect(edit).toContain('client.images.edit({');
  });
});

/** The body that `curl` would get, as an argument or on standard input. */
function readCurl(command: string): unknown {
  const program = command.replace(/^curl /, 'words "$@" ');
  const words = 'words() { for last; do :; done; if [ "$last" = @- ]; then cat; else printf %s "$last"; fi; }';
  return JSON.parse(
    execFileSync('sh', { input: `${words}\n${program}\n`, encoding: 'utf8', env: { ...process.env, API_KEY: 'k' } }),
  );
}

it('adds a cast for members unknown to the package’s types, and only then', () => {
  const chat = (more: object) =>
    codes({ operationId: 'createChatCompletion', body: { model: 'm', messages: [], ...more } }).typescript;
  expect(chat({})).not.toContain(' as ');
  expect(chat({ svc_parameters: {} })).toContain('} as OpenAI.ChatCompletionCreateParamsNonStreaming);');
  const thinking = { messages: [{ role: 'assistant', reasoning_content: 'hm' }], stream: true };
  expect(chat(thinking)).toContain('} as OpenAI.ChatCompletionCreateParamsStreaming);');
});

describe('a sample for a model', () => {
  const location = { origin: 'http://localhost:3000', serviceId: 'svc' };
  const samples = (type: string) => {
    const request = modelRequest({ id: 'm-1', type }, location);
    return request && samplesOf(request).map(({ code }) => code);
  };

  it.each([
    ['text', '/chat/completions'],
    ['image', '/image/generate'],
    ['inpaint', '/image/edit'],
  ])('of type %s names it and calls %s', (type, path) => {
    const codes = samples(type) ?? [];
    expect(codes).toHaveLength(3);
    for (const code of codes) expect(code).toContain('m-1');
    expect(codes[0]).toContain(`http://localhost:3000/api/v1${path}`);
  });

  it('saves images as files', () => {
    const [curl, typescript, python] = samples('image') ?? [];
    expect(curl).toContain('-o image.webp');
    expect(typescript).toContain("await writeFile('image.webp'");
    expect(python).toContain('pathlib.Path("image.webp").write_bytes');
  });

  it('is missing for types that cannot be called', () => {
    expect(samples('music')).toBeNull();
  });
});
