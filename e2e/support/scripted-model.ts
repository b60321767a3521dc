import { type SeenRequest, type Step } from '../../lib/providers/conformance/dialect';
import { openAiDialect } from '../../lib/providers/conformance/dialects/openai';
import { listen, seeRequest, writeFrames } from '../../lib/providers/conformance/serve';

/** A model server on 127.0.0.1 that supports everything, scripted: its answer depends only on the request. */
export type ScriptedModel = {
  /** Ends in `/v1`. */
  baseUrl: string;
  /** All requests, newest last. */
  requests: SeenRequest[];
  stop: () => Promise<void>;
};

/** Its structured output, whatever the JSON Schema. */
export const CITY = { city: 'Paris', people: 2_100_000 };
/** What the scenarios' tool `get_weather` returns. */
export const WEATHER: Record<string, number> = { Paris: 21, Oslo: 7 };
/** Its answer once it has both results. */
export const WARMER = 'Paris is warmer: 21 over 7 degrees.';

type Message = { role: string; content?: string | { type: string; text?: string; image_url?: { url: string } }[] };
type Tool = { function: { name: string } };

/**
 * Starts one. The behavior depends on the model's name: `demo` answers as `answerOf` says; `slow` takes 20 ms for each
 * of 500 words; `busy` and `broken` refuse everything with 429 and 500, `moody` the first request with each text, for
 * ten seconds; `wise` has thoughts and names its sources; `brief` reaches its maximum length, and continues when asked
 * to; `torn` breaks off in the middle of its answer; `citing` cites source 0 of the service, and one that is not there; `thorough` cites the first three.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: SeenRequest[] = [];
  const refused = new Set<string>();
  const { origin, stop } = await listen(async (request, response) => {
    const seen = await seeRequest(request, response);
    requests.push(seen);
    const { model } = seen.body;
    const parts = model === 'moody' ? echoOf(seen.body.messages as Message[]) : '';
    const isMoody = parts !== '' && !refused.has(parts);
    if (model === 'busy' || model === 'broken' || isMoody) {
      if (isMoody) refused.add(parts);
      const status = model === 'broken' ? 500 : 429;
      const wait = isMoody ? '10' : '7';
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': wait });
      response.end(JSON.stringify(openAiDialect.refusal(status, 'no')));
      return;
    }
    response.writeHead(200, { 'content-type': openAiDialect.contentType });
    const { head, steps, tail } = openAiDialect.encode(answerOf(seen.body), seen);
    const sources = model === 'wise' ? [SOURCES] : [];
    const frames = [...head, ...sources, ...steps.flat(), ...tail];
    const delivery = model === 'slow' ? { frameDelayMs: 20 } : model === 'torn' ? { cutAfter: head.length + 3 } : {};
    if (await writeFrames(response, frames, delivery, seen)) response.end();
  });
  return { baseUrl: `${origin}/v1`, requests, stop };
}

/**
 * With tools: two calls of `get_weather` at once, then, if there is such a tool, one of `compare`, then the answer.
 * With a schema: its structured output. Otherwise it repeats the message, one word at a time, or returns a title if it is asked for one; it has thoughts if
 * requested, counts the bytes of images, and returns log probabilities if requested.
 */
function answerOf(body: Record<string, unknown>): Step[] {
  const messages = body.messages as Message[];
  const tools = body.tool_choice === 'none' ? [] : ((body.tools ?? []) as Tool[]);
  const names = tools.map((tool) => tool.function.name);
  const results = messages.filter(({ role }) => role === 'tool').length;
  if (names.includes('get_weather') && results === 0) return [...callsOf(Object.keys(WEATHER)), ...end('tool_calls')];
  if (names.includes('compare') && results === 2) return [...comparison(), ...end('tool_calls')];
  if (results > 0) return [...tokensOf(WARMER), ...end('stop')];
  const only = tools[0]?.function.name;
  // How LangChain and others get structured output: a tool that is never executed.
  if (only) return [call(0, only, JSON.stringify(CITY)), ...end('tool_calls')];
  if (body.response_format) return [...piecesOf(JSON.stringify(CITY)), ...end('stop')];
  if (body.model === 'brief') return answerInTwo(messages);
  if (body.model === 'thorough') {
    return [...piecesOf('First.[REF]0[/REF] Then.[REF]1[/REF] Last.[REF]2[/REF]'), ...end('stop')];
  }
  if (body.model === 'citing') return [...piecesOf('At noon.[REF]0[/REF] Never.[REF]7[/REF]'), ...end('stop')];
  const choices = Number(body.n ?? 1);
  const thoughts =
    body.reasoning_effort || body.model === 'wise' ? [{ reasoning: 'Let me ' }, { reasoning: 'think.' }] : [];
  const texts = Array.from({ length: choices }, (_, choice) =>
    tokensOf(body.model === 'slow' ? 'word '.repeat(500) : echoOf(messages), choice, Boolean(body.logprobs)),
  );
  const finishes = texts.map((_, choice) => ({ finish: 'stop' as const, choice }));
  return [...thoughts, ...texts.flat(), ...finishes, USAGE];
}

/** The first half of an answer, or the second if the first one precedes the last message. */
function answerInTwo(messages: Message[]): Step[] {
  const isSecond = messages.at(-2)?.role === 'assistant';
  if (isSecond) return [...tokensOf('three and four.'), ...end('stop')];
  return [...tokensOf('One, two,'), ...end('length')];
}

/** Sources as OpenRouter sends them; the second must not become a link. */
const SOURCES = `data: ${JSON.stringify({
  choices: [
    {
      index: 0,
      delta: {
        annotations: [
          { type: 'url_citation', url_citation: { url: 'https://example.org/fares', title: 'A history of fares' } },
          { type: 'url_citation', url_citation: { url: 'javascript:alert(1)', title: 'A trap' } },
        ],
      },
      finish_reason: null,
    },
  ],
})}\n\n`;

const USAGE: Step = {
  usage: { promptTokens: 30, completionTokens: 12, cachedTokens: 8, reasoningTokens: 2 },
};
const end = (finish: 'stop' | 'tool_calls' | 'length'): Step[] => [{ finish }, USAGE];

/** Each call in three fragments, one call after another. */
function callsOf(cities: string[]): Step[] {
  return cities.flatMap((city, index): Step[] => [
    { call: { index, id: `call_${index}`, name: 'get_weather', arguments: '' } },
    { call: { index, arguments: '{"city":' } },
    { call: { index, arguments: `"${city}"}` } },
  ]);
}

function comparison(): Step[] {
  return [call(0, 'compare', JSON.stringify({ degrees: Object.values(WEATHER) }))];
}

function call(index: number, name: string, text: string): Step {
  return { call: { index, id: `call_${name}`, name, arguments: text } };
}

/** Split in the middle of words. */
function piecesOf(text: string): Step[] {
  return (text.match(/[^]{1,7}/g) ?? []).map((piece) => ({ text: piece }));
}

function tokensOf(text: string, choice = 0, isSure = false): Step[] {
  const tokens = text.match(/\S+\s*/g) ?? [];
  return tokens.map((word) => ({
    text: word,
    choice,
    ...(isSure && { logprobs: [{ token: word, logprob: -0.25, bytes: [...Buffer.from(word)], top: [] }] }),
  }));
}

function echoOf(messages: Message[]): string {
  const content = messages.at(-1)?.content ?? '';
  if (typeof content === 'string')
    return content.startsWith('Write a title') ? '“Titled by the Model”' : `You said: ${content}`;
  const parts = content.map(({ text, image_url: image }) => text ?? `[${bytesOf(image?.url ?? '')} bytes of image]`);
  return `You said: ${parts.join(' ')}`;
}

function bytesOf(url: string): number {
  return Buffer.from(url.replace(/^data:[^,]*,/, ''), 'base64').length;
}
