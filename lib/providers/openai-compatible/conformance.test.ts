import type { Dialect } from '../conformance/dialect';
import { openAiDialect } from '../conformance/dialects/openai';
import type { Lack } from '../conformance/fixture';
import { describeChatModel } from '../conformance/test-chat-model';
import { makeOpenAiCompatible } from './provider';
import type { ServerKind } from './upstream';

/** The kinds that differ most; call/fields.test.ts shows field by field what each of them gets. */
const KINDS: [ServerKind, Dialect, Lack[]][] = [
  ['generic', openAiDialect, []],
  ['openai', openAiDialect, ['signatures', 'topK']],
  ['openrouter', { ...openAiDialect, oneChoice: true }, []],
  ['ollama', { ...openAiDialect, oneChoice: true }, ['signatures', 'topK', 'toolChoice']],
];

for (const [kind, dialect, lacks] of KINDS) {
  describeChatModel(`openai-compatible (${kind})`, {
    dialect,
    lacks,
    make: ({ origin, secret, times }) =>
      makeOpenAiCompatible({
        id: 'lab',
        baseUrl: `${origin}/v1`,
        apiKey: secret,
        dialect: kind,
        times,
        unstreamed: 'whole',
      }),
  });
}
