import { type Scene, type Subject } from '../scene';
import { carriesText } from './clauses/make-mentions';
import { chooseSetting } from './choose-setting';
import { type Exclusions, exclusionsOf, isExcluded } from './exclude';
import { fallbackFor } from './fallback';
import { matchWords } from './match/match-words';
import { isPlainPerson, withActivity } from './clauses/people';
import { readLexemes } from './clauses/read-lexemes';
import { type Mention } from './clauses/reading';

const MAX_SUBJECTS = 12;

/**
 * Reads what a prompt asks for: objects with their number, color, size, and text, how they stand to each other, where
 * and when it is. The same prompt and seed give the same scene. It takes time in proportion to the prompt's length.
 * @param options `negativePrompt` names what is not to be drawn; `seed` chooses what is drawn if nothing was understood
 * @returns the scene, with at most 12 subjects of at most 24 each, and the words that could not be drawn
 */
export function readScene(
  prompt: string,
  options: { negativePrompt?: string; seed: number },
): { scene: Scene; notDrawn: string[] } {
  const reading = readLexemes(matchWords(prompt));
  const negative = options.negativePrompt ? readLexemes(matchWords(options.negativePrompt)) : undefined;
  const exclusions = exclusionsOf(reading, negative);
  const allowed = withoutImplied(withoutAbstract(reading.mentions)).filter(
    (mention) => !isExcluded(exclusions, mention),
  );
  const drawn = showActivities(allowed).slice(0, MAX_SUBJECTS);
  for (const mention of showActivities(allowed).slice(MAX_SUBJECTS)) reading.notDrawn.add(mention.word);
  const setting = chooseSetting(reading, drawn, exclusions);
  const subjects = toSubjects(drawn, exclusions.text);
  // A place alone is a picture; a plain backdrop is none.
  if (subjects.length === 0 && setting.place === 'plain')
    subjects.push(fallbackSubject(setting.mood, options.seed, exclusions));
  return { scene: { subjects, ...setting }, notDrawn: [...reading.notDrawn] };
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
    subject.relation = { kind: mention.relation.kind, target };
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

function fallbackSubject(mood: Scene['mood'], seed: number, { icons }: Exclusions): Subject {
  return { id: 0, ...fallbackFor(mood, seed, icons), count: 1, size: 'normal' };
}
