import { suggestModel, type Suggestion } from '../../models/automatic/suggest';
import { isPrivateBaseUrl } from '../../models/automatic/decide';
import type { ServiceProvider } from '../../models/service-file/provider';
import { clock } from '../../platform/clock';
import { withTimeLimit } from '../../platform/with-time-limit';
import { listModelsOf } from '../../providers/list-models';
import { makeProvider } from '../../providers/make-provider';
import type { ChatPart } from '../../core/chat';
import type { ProviderTest, TryProvider } from '../contract';
import { openCredentials, secretsIn } from '../credentials';
import { addressOf, addressToStore, type Connection, toServiceProvider } from '../service-provider';
import { readStored, requireProvider, type StoredProvider } from '../stored';
import { assertConnection, assertOwnAddress } from '../verbs/providers';
import { invalidField } from '../../core/errors';
import { failureText } from './failure-text';
import { connectionOf } from './list';

const LIST_MS = 15_000;
const CALL_MS = 45_000;
/** Enough for a short answer; a model that thinks first ends within it, which also shows that it answers. */
const MAX_TOKENS = 64;
const MAX_TEXT_CHARACTERS = 200;
const PROMPT = 'Reply with the word OK.';

/**
 * Tries a provider before or after it is saved: lists its models, and sends a short message to one of them. The provider
 * may charge for the message; no account of this installation does.
 * @throws ApiError NOT_FOUND; INVALID_REQUEST naming what is missing
 */
export async function tryProvider(input: TryProvider, signal: AbortSignal): Promise<ProviderTest> {
  const connection = await connectionToTry(input);
  assertConnection(connection);
  return tryConnection(connection, input.upstreamModel, signal);
}

/** The same for a connected provider as it is. @throws ApiError NOT_FOUND; INVALID_REQUEST if it cannot be called */
export async function tryConnected(
  id: string,
  upstreamModel: string | undefined,
  signal: AbortSignal,
): Promise<ProviderTest> {
  const connection = await connectionOf(requireProvider(await readStored(), id));
  if ('problem' in connection) throw invalidField(['credentials'], connection.problem);
  return tryConnection(connection, upstreamModel, signal);
}

async function tryConnection(
  connection: Connection,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ProviderTest> {
  const service = toServiceProvider(connection);
  const address = addressOf(connection);
  const privateAddress = isPrivateBaseUrl(address);
  if (service === null) throw invalidField(['baseUrl'], 'It is incomplete');
  const secrets = secretsIn(connection.credentials);
  let listed: Suggestion[] | null = null;
  let listProblem: string | null = null;
  try {
    const models = await listModelsOf(service, withTimeLimit(signal, LIST_MS));
    listed = models.map((model) => suggestModel(model, address, '1'));
  } catch (thrown) {
    listProblem = failureText(thrown, { provider: service.id, secrets });
  }
  const model = wanted ?? cheapestOf(listed ?? []);
  const call = model === null ? null : await callOnce(service, model, { secrets, signal });
  const ok = call === null ? listed !== null : call.ok;
  return { ok, listed: listed?.length ?? null, listProblem, call, privateAddress };
}

/** What was typed; the rest is taken from the connected provider that it changes. */
async function connectionToTry({ provider, preset, baseUrl, region, credentials }: TryProvider): Promise<Connection> {
  const stored = provider === undefined ? null : requireProvider(await readStored(), provider);
  const typed = {
    ...{ id: provider ?? 'test', preset },
    baseUrl: addressToStore(preset, baseUrl === undefined ? stored?.baseUrl : baseUrl),
    region: (region === undefined ? stored?.region : region) ?? null,
    credentials: credentials ?? null,
  };
  return stored === null || credentials !== undefined ? typed : withStored(typed, stored);
}

async function withStored(typed: Connection, stored: StoredProvider): Promise<Connection> {
  assertOwnAddress(stored, typed, false);
  const opened = await openCredentials(stored.id, stored.sealedCredentials);
  if ('problem' in opened) throw invalidField(['credentials'], opened.problem);
  return { ...typed, credentials: opened.credentials };
}

/** The cheapest model that answers with text and has a price, else the first that does. */
function cheapestOf(suggestions: readonly Suggestion[]): string | null {
  const text = suggestions.filter((suggestion) => suggestion.text);
  const priced = text.filter(({ price }) => price !== null);
  const costOf = ({ price }: Suggestion) => (price === null ? 0n : price.inputNanoUsd + price.outputNanoUsd);
  const [cheapest] = priced.toSorted((one, other) => Number(costOf(one) - costOf(other)));
  return (cheapest ?? text[0])?.upstreamName ?? null;
}

async function callOnce(
  service: ServiceProvider,
  model: string,
  { secrets, signal }: { secrets: readonly string[]; signal: AbortSignal },
): Promise<NonNullable<ProviderTest['call']>> {
  const startedMs = clock.now();
  const said: string[] = [];
  let firstTokenMs: number | null = null;
  try {
    const chat = makeProvider(service).chat?.({
      ...{ model, sampling: {}, maxTokens: MAX_TOKENS, stop: [], choices: 1, extra: {} },
      messages: [{ role: 'user', content: PROMPT }],
      signal: withTimeLimit(signal, CALL_MS),
    });
    for await (const parts of chat ?? []) {
      firstTokenMs ??= clock.now() - startedMs;
      said.push(...parts.map(textOf));
    }
  } catch (thrown) {
    return {
      model,
      ok: false,
      text: '',
      problem: failureText(thrown, { provider: service.id, secrets }),
      firstTokenMs: null,
    };
  }
  return { model, ok: true, text: said.join('').trim().slice(0, MAX_TEXT_CHARACTERS), problem: null, firstTokenMs };
}

function textOf(part: ChatPart): string {
  return part.type === 'text' ? part.text : '';
}
