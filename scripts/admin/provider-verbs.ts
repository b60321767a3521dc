import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import type { ProviderCommand } from '../../lib/admin/providers/command';
import { MODEL_ABILITIES, PRESET_IDS } from '../../lib/connected/constants';
import type { ListedModels, ProvidersView, ProviderTest } from '../../lib/connected/contract';
import type { ServedAll } from '../../lib/connected/verbs/serve-all';
import { execute } from './command';
import { type Answer, count, formatRows, type Options, pick, print, verb } from './print';

/** `admin provider …` */
export function addProviderVerbs(provider: Command): void {
  verb(provider, 'list', 'list the providers, where each is configured, and the models of the console').action(
    (given: Options) => run(given, { action: 'list' }, (answer) => formatList(answer as ProvidersView)),
  );
  withKey(
    verb(provider, 'add <name>', 'connect a provider')
      .addOption(new Option('--preset <preset>', 'what it is').choices(PRESET_IDS).makeOptionMandatory())
      .option('--serve <models>', '“all”: serve every model of text whose price is known'),
  ).action(async (name: string, given: Options) => {
    const settings = {
      id: name,
      ...pick(given, 'preset', 'markup', 'region'),
      ...addressOf(given),
      ...(await keyOf(given)),
    };
    if (given.serve !== undefined && given.serve !== 'all')
      throw new Error('--serve takes “all”; name models with: provider serve');
    const serve = given.serve === 'all' ? 'all' : 'none';
    await run(given, { action: 'add', settings, serve }, (answer) => formatAdded(name, answer));
  });
  withKey(verb(provider, 'edit <name>', 'change a provider')).action(async (name: string, given: Options) => {
    const change = { ...pick(given, 'markup', 'region'), ...addressOf(given), ...(await keyOf(given)) };
    await run(given, { action: 'edit', provider: name, change }, () => `${name} was changed.`);
  });
  addStateVerbs(provider);
  addModelVerbs(provider);
}

function addStateVerbs(provider: Command): void {
  verb(provider, 'test <name>', 'list its models and send a short message to one; exit code 1 if that fails')
    .option('--model <name>', 'the provider’s name of the model; the cheapest by default')
    .action(async (name: string, given: Options) => {
      const answer = await send({ action: 'test', provider: name, ...pick(given, 'model') });
      print(given, answer, () => formatTest(answer as ProviderTest));
      if (!answer.ok) process.exitCode = 1;
    });
  for (const enabled of [true, false]) {
    const [name, description] = enabled
      ? ['enable', 'serve the models of a provider again']
      : ['disable', 'serve nothing of a provider; running requests finish'];
    verb(provider, `${name} <name>`, description).action((of: string, given: Options) =>
      run(given, { action: 'edit', provider: of, change: { enabled } }, () => `${of} is ${name}d.`),
    );
  }
  verb(provider, 'remove <name>', 'remove a provider, its key, and the models that only it serves').action(
    (name: string, given: Options) =>
      run(given, { action: 'remove', provider: name }, ({ removedModels }) => {
        const models = removedModels as string[];
        return `${name} was removed${models.length > 0 ? `, with ${models.join(', ')}` : ''}.`;
      }),
  );
}

function addModelVerbs(provider: Command): void {
  verb(provider, 'models <name>', 'list the models that a provider offers, with suggested prices').action(
    (name: string, given: Options) =>
      run(given, { action: 'models', provider: name }, (answer) => formatModels(answer as ListedModels)),
  );
  withModel(verb(provider, 'serve <name> <model>', 'serve a model of a provider, by the provider’s name of it')).action(
    (name: string, upstreamName: string, given: Options) => {
      const model = { upstreamName, ...modelOf(given) };
      return run(given, { action: 'serve', provider: name, add: { models: [model] } }, ({ added }) => {
        return `Served as ${(added as string[]).join(', ')}.`;
      });
    },
  );
  withModel(verb(provider, 'edit-model <id>', 'change a served model'))
    .option('--upstreams <list>', 'who answers, in this order: lab=org/big,spare=big')
    .action((model: string, given: Options) => {
      const change = { ...modelOf(given), ...upstreamsOf(given) };
      return run(given, { action: 'editModel', model, change }, ({ id }) => `${String(id)} was changed.`);
    });
  verb(provider, 'unserve <id>', 'stop serving a model').action((model: string, given: Options) =>
    run(given, { action: 'removeModel', model }, ({ id }) => `${String(id)} is no longer served.`),
  );
}

/** The command line shows what is typed to everybody on the machine, so a key is read from elsewhere. */
function withKey(command: Command): Command {
  return command
    .option('--url <address>', 'its address; the preset’s own by default')
    .option('--region <region>', 'of Amazon Bedrock, such as us-east-1')
    .option('--markup <factor>', 'factor on suggested prices, such as 1.2')
    .option('--key-env <variable>', 'the environment variable that has its key')
    .option('--key-stdin', 'read its key from standard input')
    .option('--aws-env', 'use AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN')
    .option('--no-key', 'it needs no key (edit: remove the stored one)');
}

function withModel(command: Command): Command {
  return command
    .option('--id <id>', 'the name under which it is served')
    .option('--price <input/output>', 'USD per million tokens, such as 0.15/0.60')
    .option('--class <class>', 'size class: XS, S, M, or L')
    .option('--context <tokens>', 'its context')
    .option('--abilities <list>', `what it can do, separated by commas: ${MODEL_ABILITIES.join(', ')}`)
    .option('--aliases <list>', 'other names, separated by commas')
    .option('--default', 'answer requests that name no model');
}

function addressOf({ url }: Options): Answer {
  return url === undefined ? {} : { baseUrl: url };
}

async function keyOf(given: Options): Promise<Answer> {
  const { keyEnv, keyStdin, awsEnv } = given;
  if (typeof keyEnv === 'string') return { credentials: { apiKey: variable(keyEnv) } };
  if (keyStdin) return { credentials: { apiKey: (await readAll(process.stdin)).trim() } };
  if (awsEnv) {
    const sessionToken = process.env.AWS_SESSION_TOKEN;
    const pair = { accessKeyId: variable('AWS_ACCESS_KEY_ID'), secretAccessKey: variable('AWS_SECRET_ACCESS_KEY') };
    return { credentials: { ...pair, ...(sessionToken && { sessionToken }) } };
  }
  // Commander sets `key` to true unless --no-key is given.
  return given.key === false ? { credentials: null } : {};
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

function modelOf(given: Options): Answer {
  const { price, context, abilities, aliases } = given;
  const [input, output] = typeof price === 'string' ? price.split('/') : [];
  return {
    ...pick(given, 'id', 'class'),
    ...(price !== undefined && { price: { input: input ?? '', output: output ?? '' } }),
    ...(context !== undefined && { contextTokens: Number(context) }),
    ...(typeof abilities === 'string' && { abilities: listOf(abilities) }),
    ...(typeof aliases === 'string' && { aliases: listOf(aliases) }),
    ...(given.default === true && { isDefault: true }),
  };
}

function upstreamsOf({ upstreams }: Options): Answer {
  if (typeof upstreams !== 'string') return {};
  return {
    upstreams: listOf(upstreams).map((one) => {
      const at = one.indexOf('=');
      return { provider: one.slice(0, Math.max(at, 0)), name: one.slice(at + 1) };
    }),
  };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function send(input: Record<string, unknown> & Pick<ProviderCommand, 'action'>): Promise<Answer> {
  return execute('provider', input);
}

async function run(
  given: Options,
  input: Record<string, unknown> & Pick<ProviderCommand, 'action'>,
  format: (answer: Answer) => string,
): Promise<void> {
  print(given, await send(input), format);
}

function formatAdded(name: string, answer: Answer): string {
  if (answer.added === undefined)
    return `${name} was connected. Serve models of it: provider models ${name}, provider serve ${name} <model>`;
  const { added, withoutPrice, notText, problem } = answer as ServedAll;
  if (problem !== null) return `${name} was connected, but its models could not be listed: ${problem}`;
  const rest = [
    ...(withoutPrice > 0 ? [`${withoutPrice} without a known price`] : []),
    ...(notText > 0 ? [`${notText} not known to be text`] : []),
  ];
  return `${name} was connected, and ${count(added.length, 'model')} of it are served${rest.length > 0 ? ` (not: ${rest.join(', ')})` : ''}.`;
}

function formatTest({ listed, listProblem, call }: ProviderTest): string {
  const list =
    listed === null ? `Its models could not be listed: ${listProblem ?? ''}` : `It lists ${count(listed, 'model')}.`;
  if (call === null) return list;
  if (!call.ok) return `${list}\n${call.model} failed: ${call.problem ?? ''}`;
  return `${list}\n${call.model} answered after ${call.firstTokenMs ?? 0} ms: ${call.text}`;
}

const SOURCES = {
  console: 'console',
  service_file: 'service file',
  environment: 'environment',
  embedded: 'embedded',
} as const;

function formatList({ editing, providers, models, unreadable, defaultModel }: ProvidersView): string {
  const parts = [
    ...(editing.reason === null ? [] : [editing.reason]),
    providers.length === 0
      ? 'There are no providers.'
      : formatRows([
          ['name', 'from', 'kind', 'address', 'models', ''],
          ...providers.map(({ id, source, kind, baseUrl, region, models: served, enabled, problem }) => [
            ...[id, SOURCES[source], kind, baseUrl ?? region ?? '', String(served)],
            problem ?? (enabled ? '' : 'disabled'),
          ]),
        ]),
  ];
  if (defaultModel !== null) parts.push(`The default is ${defaultModel.id} (${SOURCES[defaultModel.source]}).`);
  if (models.length + unreadable.length === 0) return parts.join('\n');
  const rows = formatRows([
    ['model', 'USD per million', 'class', 'upstreams', ''],
    ...models.map(({ id, price, class: size, upstreams, problem }) => [
      ...[id, `${price.input}/${price.output}`, size],
      ...[
        upstreams.map(({ provider, name }) => `${provider}=${name}`).join(','),
        problem ?? (defaultModel?.id === id ? 'default' : ''),
      ],
    ]),
    ...unreadable.map(({ id, problem }) => [id, '', '', '', problem]),
  ]);
  return [...parts, '', rows].join('\n');
}

function formatModels({ data, problem }: ListedModels): string {
  if (problem !== null) return `Its models could not be listed: ${problem}`;
  if (data.length === 0) return 'It lists no models.';
  return formatRows([
    ['model', 'USD per million', 'context', 'served as'],
    ...data.map(({ upstreamName, price, contextTokens, servedAs, text }) => [
      ...[upstreamName, price === null ? 'no price' : `${price.input}/${price.output}`],
      ...[contextTokens === null ? '' : String(contextTokens), servedAs.join(', ') || (text ? '' : '(not text)')],
    ]),
  ]);
}
