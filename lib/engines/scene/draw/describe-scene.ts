import type { RelationKind, Scene, SceneDescription, Subject } from '../scene';

const RELATIONS: Readonly<Record<RelationKind, string>> = {
  on: 'on',
  under: 'under',
  beside: 'beside',
  behind: 'behind',
  in_front_of: 'in front of',
  in: 'in',
  riding: 'riding',
  holding: 'holding',
  flying_over: 'flying over',
};

const SIDES = { left: 'on the left', middle: 'in the middle', right: 'on the right', elsewhere: '' } as const;

/** What a scene shows, in words: `2 × red cat on table`. */
export function describeScene({ subjects, ...setting }: Scene, notDrawn: readonly string[]): SceneDescription {
  return { ...setting, subjects: subjects.map((subject) => describe(subject, subjects)), notDrawn: [...notDrawn] };
}

function describe(
  { count, size, color, word, text, relation, isAsleep, side }: Subject,
  all: readonly Subject[],
): string {
  const target = all.find(({ id }) => id === relation?.target);
  return [
    count > 1 ? `${count} ×` : '',
    size === 'normal' ? '' : size,
    isAsleep ? 'sleeping' : '',
    // Some words have their color in them: a black cat is no black black cat.
    color === undefined || word.split(' ').includes(color) ? '' : color,
    word,
    text ? `“${text}”` : '',
    relation && target ? `${relation.flank ? `${relation.flank} of` : RELATIONS[relation.kind]} ${target.word}` : '',
    side ? SIDES[side] : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
