import { type Side } from '../../scene';
import { type Lexeme } from '../meaning';
import { attachColor, noteBreak } from './note-rest';
import { type Mention, type Reading } from './reading';
import { prepositionSource } from './relate';

/** What begins a noun. */
const STARTS = new Set(['article', 'count', 'color', 'size', 'adjective', 'things', 'negation']);

/**
 * Notes on which side of the picture something is: what was named last, or what follows ("on the left, a cat").
 * "Elsewhere" is always about what follows, and that has nothing to do with what was named last.
 */
export function noteSide(
  reading: Reading,
  side: Side,
  { previous, next }: { previous: Lexeme | undefined; next: Lexeme | undefined },
): void {
  attachColor(reading);
  reading.open = undefined;
  if (side === 'elsewhere') {
    noteBreak(reading, true);
    reading.side = side;
    return;
  }
  // It belongs to something that cannot be drawn.
  if (previous?.kind === 'unknown' || reading.isNegated) return;
  const isFollowed = next?.kind === 'known' && STARTS.has(next.meaning.kind);
  const source = prepositionSource(reading);
  if (!source || (reading.join !== undefined && isFollowed)) {
    reading.side = side;
    return;
  }
  for (const mention of withJoined(source)) mention.side = side;
}

/** With what is joined before it: "a cat and a dog on the left". */
function withJoined(source: Mention): Mention[] {
  const all = [source];
  for (let link = source.joined; link?.byAnd && link.to.side === undefined; link = link.to.joined) all.push(link.to);
  return all;
}
