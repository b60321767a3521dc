import { type Scene, type Subject, type UnmetField } from '../scene';
import { carriesText } from './clauses/make-mentions';
import { chooseSetting } from './choose-setting';
import { type Exclusions, exclusionsOf, isExcluded, unmetExclusions } from './exclude';
import { fallbackFor } from './fallback';
import { matchWords } from './match/match-words';
import { isPlainPerson, withActivity } from './clauses/people';
import { readLexemes } from './clauses/read-lexemes';
import { type Mention } from './clauses/reading';

const MAX_SUBJECTS = 12;

/** A prompt that was read. */
export type ReadScene = {
  scene: Scene;
  /** Words that could not be drawn. */
  notDrawn: string[];
  /** The fields that were followed in part only; of a prompt, whether its signs can be written is not known here. */
  unmet: UnmetField[];
};

/**
 * Reads what a prompt asks for: objects with their number, color, size, and text, how they stand to each other, where
 * and when it is. The same prompt and seed give the same scene. It takes time in proportion to the prompt's length.
 * @param options `negativePrompt` names what is not to be drawn; `seed` chooses what is drawn if only a mood was
 *   understood
 * @returns a scene with at most 12 subjects of at most 24 each
 */
export function readScene(prompt: string, options: { negativePrompt?: string; seed: number }): ReadScene {
  const reading = readLexemes(matchWords(prompt));
  const exclusions = exclusionsOf(reading, options.negativePrompt);
  const wanted = withoutImplied(withoutAbstract(reading.mentions));
  const shown = showActivities(wanted.filter((mention) => !isExcluded(exclusions, mention)));
  const drawn = shown.slice(0, MAX_SUBJECTS);
  for (const mention of shown.slice(MAX_SUBJECTS)) reading.notDrawn.add(mention.word);
  // Where all that is wanted is ruled out, its place is left.
  const setting = chooseSetting(reading, drawn.length > 0 ? drawn : wanted, exclusions);
  const scene: Scene = { subjects: toSubjects(drawn, exclusions.text), ...setting };
  // A place alone is a picture; a plain backdrop is none, unless it was named.
  const isEmpty = wanted.length === 0 && setting.place === 'plain' && !reading.isPlain;
  if (isEmpty) fill(scene, prompt, options.seed, exclusions);
  const unmet = unmetExclusions(exclusions, scene);
  return {
    scene,
    notDrawn: [...reading.notDrawn],
    unmet: scene.motif === undefined || unmet.includes('prompt') ? unmet : ['prompt', ...unmet],
  };
}

/** Gives an empty scene something that fits its mood, or an abstract composition. */
function fill(scene: Scene, prompt: string, seed: number, { icons }: Exclusions): void {
  const fallback = scene.mood && fallbackFor(scene.mood, seed, icons);
  if (fallback) scene.subjects.push({ id: 0, ...fallback, count: 1, size: 'normal' });
  else scene.motif = prompt;
}

/** What stands for an idea is drawn only if the prompt names nothing that can be seen. */
function withoutAbstract(mentions: Mention[]): Mention[] {
  const concrete = mentions.filter((mention) => !mention.isAbstract);
  return concrete.length > 0 ? concrete : mentions;
}

/** A bedroom with a bed has one: what the prompt names takes the place of what was only implied. */
function withoutImplied(mentions: Mention[]): Mention[] {
  const namedOf = (implied: Mention): Mention | undefined =>
    implied.isImplied ? mentions.find(({ icon, isImplied }) => icon === implied.icon && !isImplied) : undefined;
  const kept = mentions.filter((mention) => namedOf(mention) === undefined);
  for (const mention of kept) {
    const target = mention.relation && namedOf(mention.relation.target);
    if (!mention.relation || !target) continue;
    if (target === mention) delete mention.relation;
    else mention.relation = { ...mention.relation, target };
  }
  return kept;
}

/** Somebody on a bicycle of no special color is one icon. */
function showActivities(mentions: Mention[]): Mention[] {
  const bicycles = new Set<Mention>();
  const shown = mentions.map((mention) => {
    const { relation } = mention;
    if (relation?.kind !== 'riding' || !isPlainPerson(mention.icon) || !isPlainBicycle(mentions, mention))
      return mention;
    bicycles.add(relation.target);
    mention.icon = withActivity(mention.icon, 'biking');
    mention.word = `${mention.word} on a ${relation.target.word}`;
    delete mention.relation;
    if (relation.target.relation) mention.relation = relation.target.relation;
    return mention;
  });
  return shown.filter((mention) => !bicycles.has(mention));
}

function isPlainBicycle(mentions: Mention[], rider: Mention): boolean {
  const bicycle = rider.relation?.target;
  if (bicycle?.icon !== 'bicycle' || bicycle.color !== undefined || bicycle.size !== 'normal') return false;
  return !mentions.some((other) => other !== rider && other.relation?.target === bicycle);
}

function toSubjects(mentions: Mention[], withoutText: boolean): Subject[] {
  const ids = new Map(mentions.map((mention, id) => [mention, id]));
  const subjects = mentions.map((mention, id): Subject => {
    const { icon, word, count, size, color, text, isAsleep, side } = mention;
    return {
      id,
      icon,
      word,
      count,
      size,
      ...(color !== undefined && { color }),
      ...(isAsleep && { isAsleep }),
      ...(side !== undefined && { side }),
      ...(text !== undefined && text !== '' && carriesText(icon) && !withoutText && { text }),
    };
  });
  mentions.forEach((mention, id) => {
    const target = mention.relation && ids.get(mention.relation.target);
    const subject = subjects[id];
    if (!subject || !mention.relation || target === undefined || leadsTo(subjects, target, id)) return;
    subject.relation = { ...mention.relation, target };
  });
  return subjects;
}

/** Whether the relations from a subject lead to another: then a relation back would be a circle. */
function leadsTo(subjects: Subject[], from: number, to: number): boolean {
  let at: number | undefined = from;
  for (let steps = 0; at !== undefined && steps <= subjects.length; steps += 1) {
    if (at === to) return true;
    at = subjects[at]?.relation?.target;
  }
  return false;
}
