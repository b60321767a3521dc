/** In which order texts are embedded that are not of the same kind. */

/**
 * What goes first: the query of a search, which waits for two seconds at most; texts that a caller waits for; and what
 * nobody waits for, as passages of the search index.
 */
export type Rank = 'query' | 'text' | 'background';

const RANKS: readonly Rank[] = ['query', 'text', 'background'];
/** So many batches of others go before one that waits: a rank is never stopped, however much the higher ones have. */
const PATIENCE: Record<Rank, number> = { query: Number.POSITIVE_INFINITY, text: 3, background: 15 };

/** Decides the rank of each batch. */
export type RankOrder = {
  /** The rank of the next batch, of those that wait; null if none does. */
  next: (isWaiting: (rank: Rank) => boolean) => Rank | null;
};

/** Makes an order in which nothing has waited yet. */
export function makeRankOrder(): RankOrder {
  const passedOver: Record<Rank, number> = { query: 0, text: 0, background: 0 };
  return {
    next: (isWaiting) => {
      const waiting = RANKS.filter(isWaiting);
      const chosen = waiting.findLast((rank) => passedOver[rank] >= PATIENCE[rank]) ?? waiting[0];
      if (chosen === undefined) return null;
      for (const rank of RANKS) passedOver[rank] = rank !== chosen && waiting.includes(rank) ? passedOver[rank] + 1 : 0;
      return chosen;
    },
  };
}
