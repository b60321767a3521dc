import { markWords } from '@/lib/client/search/words';

/** A text in which the words of a query are marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map((piece, at) =>
    piece.isMarked ? (
      // Pieces never move, so the index is a stable key.
      <mark key={at} className="bg-transparent font-semibold text-ink">
        {piece.text}
      </mark>
    ) : (
      <span key={at}>{piece.text}</span>
    ),
  );
}
