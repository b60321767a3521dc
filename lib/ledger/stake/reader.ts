/**
 * Reads how much a wallet has staked, from any source.
 * @param walletAddress `0x…`, any case
 * @param signal aborts the reading
 * @returns nano DIEM, rounded down, at least 0
 * @throws on any failure: a reader never returns 0 for a stake that it could not read
 */
export type StakeReader = (walletAddress: string, signal?: AbortSignal) => Promise<bigint>;
