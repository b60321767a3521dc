import { AUTOMATIC_PROVIDERS } from '../automatic/decide';
import { EMBEDDED_PROVIDER } from '../model';
import { entryProblems } from './entry/model';
import type { ServiceFileLayout } from './layout';
import { shownAt, type Problem, type YamlText } from './problems';
import { entryProblemsOf } from './provider';
import type { Environment } from './substitute';
import { vendorSearchProblems } from './vendor-search';
import { workflowModelProblems } from './workflow-models';

/**
 * Checks that need more than one member: that providers exist and are complete, that ids, traits, and
 * accounts are not used twice, that a model's entry is consistent, that no alias hides a model, that a deprecated
 * model's replacement is another model of its type, that the provider of a moderation model can
 * have one, that providers of models with a vendor's search have it, and that models of ComfyUI have a workflow that fits.
 * @param environment decides which automatic providers exist
 */
export function crossCheck(yaml: YamlText, layout: ServiceFileLayout, environment: Environment): Problem[] {
  return [
    ...providerProblems(layout, environment),
    ...entriesOfProviders(layout),
    ...upstreamProblems(yaml, layout, environment),
    ...repeatedIds(yaml, layout),
    ...repeatedTraits(yaml, layout),
    ...misfits(layout),
    ...aliasProblems(layout),
    ...deprecationProblems(yaml, layout),
    ...repeatedAccounts(layout),
    ...screeningProblems(yaml, layout, environment),
    ...vendorSearchProblems(layout, environment),
    ...workflowModelProblems(layout),
  ];
}

function providerProblems(layout: ServiceFileLayout, environment: Environment): Problem[] {
  return Object.keys(layout.providers).flatMap((id) => {
    const variable = AUTOMATIC_PROVIDERS[id];
    if (id !== EMBEDDED_PROVIDER && !(variable && environment[variable])) return [];
    const owner = id === EMBEDDED_PROVIDER ? 'the embedded models' : `the automatic provider of ${variable}`;
    return [{ path: ['providers', id], text: `this name belongs to ${owner}; choose another one` }];
  });
}

function entriesOfProviders(layout: ServiceFileLayout): Problem[] {
  return Object.entries(layout.providers).flatMap(([id, entry]) =>
    entryProblemsOf(entry).map(({ path, text }) => ({ path: ['providers', id, ...path], text })),
  );
}

function upstreamProblems(yaml: YamlText, layout: ServiceFileLayout, environment: Environment): Problem[] {
  const known = new Set([EMBEDDED_PROVIDER, ...automaticOf(environment), ...Object.keys(layout.providers)]);
  return layout.models.flatMap((model, index) =>
    model.upstreams.flatMap((upstream, position) => {
      if (known.has(upstream.provider)) return [];
      const path = ['models', index, 'upstreams', position, 'provider'];
      const variable = AUTOMATIC_PROVIDERS[upstream.provider];
      const advice = variable
        ? `set ${variable}, or add it there`
        : `add it there, or name one of: ${[...known].join(', ')}`;
      return [{ path, text: `${shownAt(yaml, path)} is not among the providers; ${advice}` }];
    }),
  );
}

function automaticOf(environment: Environment): string[] {
  return Object.entries(AUTOMATIC_PROVIDERS).flatMap(([id, variable]) => (environment[variable] ? [id] : []));
}

function screeningProblems(yaml: YamlText, layout: ServiceFileLayout, environment: Environment): Problem[] {
  const provider = layout.image_screening?.moderation?.provider;
  if (provider === undefined) return [];
  const fitting = Object.entries(layout.providers).flatMap(([id, { kind }]) =>
    kind === 'openai-compatible' ? [id] : [],
  );
  const known = [...automaticOf(environment), ...fitting];
  if (known.includes(provider)) return [];
  const path = ['image_screening', 'moderation', 'provider'];
  const advice = known.length > 0 ? `name one of: ${known.join(', ')}` : 'add one to providers';
  return [{ path, text: `${shownAt(yaml, path)} is not an openai-compatible provider; ${advice}` }];
}

function repeatedIds(yaml: YamlText, layout: ServiceFileLayout): Problem[] {
  return layout.models.flatMap((model, index) => {
    const first = layout.models.findIndex((other) => other.id === model.id);
    if (first === index) return [];
    const path = ['models', index, 'id'];
    return [{ path, text: `${shownAt(yaml, path)} is already the ID of models[${first}]; give each model its own` }];
  });
}

function repeatedTraits(yaml: YamlText, layout: ServiceFileLayout): Problem[] {
  const owners = new Map<string, string>();
  return layout.models.flatMap((model, index) =>
    model.traits.flatMap((trait, position) => {
      const name = `${model.type ?? 'text'} ${trait}`;
      const owner = owners.get(name);
      owners.set(name, owner ?? model.id);
      if (owner === undefined) return [];
      const path = ['models', index, 'traits', position];
      return [{ path, text: `${shownAt(yaml, path)} is already a trait of "${owner}"; a trait names one model` }];
    }),
  );
}

function misfits(layout: ServiceFileLayout): Problem[] {
  return layout.models.flatMap((model, index) =>
    entryProblems(model).map(({ path, text }) => ({ path: ['models', index, ...path], text })),
  );
}

function aliasProblems(layout: ServiceFileLayout): Problem[] {
  const ids = new Set(layout.models.map((model) => model.id));
  return Object.entries(layout.aliases).flatMap(([alias, target]) => {
    const path = ['aliases', alias];
    if (ids.has(alias)) {
      return [{ path, text: 'a model of this file has this ID, so the alias is never used; remove one of them' }];
    }
    return alias === target ? [{ path, text: 'points at itself; write the ID of a model, or remove it' }] : [];
  });
}

function deprecationProblems(yaml: YamlText, layout: ServiceFileLayout): Problem[] {
  return layout.models.flatMap((model, index) => {
    if (!model.deprecation) return [];
    const { date, removes_at: removesAt = date, starts_at: startsAt, replacement, remap } = model.deprecation;
    const at = (member: string) => ['models', index, 'deprecation', member];
    const problems: Problem[] = [];
    // Dates in this format sort in chronological order.
    if (removesAt < date) {
      const text = `${shownAt(yaml, at('removes_at'))} is before the date ${date}; write that day or a later one`;
      problems.push({ path: at('removes_at'), text });
    }
    if (startsAt !== undefined && startsAt > removesAt) {
      const text = `${shownAt(yaml, at('starts_at'))} is after the removal on ${removesAt}; warn before it`;
      problems.push({ path: at('starts_at'), text });
    }
    if (remap && replacement === undefined) {
      const text = 'needs a model to run on; add replacement: <id of a model>, or remove it';
      problems.push({ path: at('remap'), text });
    }
    const text = replacement === undefined ? undefined : replacementProblem(layout, model, replacement);
    if (text !== undefined) problems.push({ path: at('replacement'), text: `${JSON.stringify(replacement)} ${text}` });
    return problems;
  });
}

/** Embedded and automatic models are only known when the catalog is built. */
function replacementProblem(
  layout: ServiceFileLayout,
  model: ServiceFileLayout['models'][number],
  replacement: string,
): string | undefined {
  if (replacement === model.id) return 'is the model itself; name another one, or remove it';
  const found = layout.models.find(({ id }) => id === replacement);
  const [own, other] = [model.type ?? 'text', found?.type ?? 'text'];
  if (found) return own === other ? undefined : `is of type ${other}; name one of type ${own}, or remove it`;
  const target = Object.hasOwn(layout.aliases, replacement) ? layout.aliases[replacement] : undefined;
  if (target !== undefined) return `is an alias; write the ID of the model: ${target}`;
  if (layout.include.length > 0) return undefined;
  return 'is not a model of this file, and nothing else is included; name one of its models';
}

function repeatedAccounts(layout: ServiceFileLayout): Problem[] {
  const first = new Map<string, string>();
  return Object.keys(layout.accounts).flatMap((name) => {
    const same = first.get(name.toLowerCase());
    if (same === undefined) first.set(name.toLowerCase(), name);
    const text = `is the same account as ${JSON.stringify(same)}; case does not matter`;
    return same === undefined ? [] : [{ path: ['accounts', name], text }];
  });
}
