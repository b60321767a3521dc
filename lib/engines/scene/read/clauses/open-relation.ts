import { type Meaning } from '../meaning';
import { attachColor } from './note-rest';
import { type Reading } from './reading';
import { clauseSubject, prepositionSource } from './relate';

/** Prepositions whose source is in the middle. */
const BETWEEN = new Set(['between', 'in between', 'amid', 'amidst', 'among', 'surrounded by']);

type Relating = Extract<Meaning, { kind: 'preposition' | 'verb' | 'with' | 'wearing' }>;

/** Notes that what was named is related to what follows. */
export function openRelation(reading: Reading, meaning: Relating, word: string): void {
  attachColor(reading);
  reading.waiting = [];
  reading.isNegated = false;
  reading.join = undefined;
  const isVerb = meaning.kind === 'verb' || meaning.kind === 'wearing';
  const kind = meaning.kind === 'preposition' || meaning.kind === 'verb' ? meaning.relation : meaning.kind;
  const source = isVerb ? clauseSubject(reading) : prepositionSource(reading);
  if (isVerb && !source) return;
  reading.open = {
    ...{ kind, isVerb },
    ...(source && { source }),
    ...('flank' in meaning && { flank: meaning.flank }),
    ...(BETWEEN.has(word) && { isBetween: true }),
  };
}
