/**
 * Reads how much a wallet has staked, wherever that is written down.
 * @param walletAddress `0x…`, any case
 * @param signal gives the reading up
 * @returns nano DIEM, rounded down, at least 0
 * @throws whatever went wrong: a reader never answers 0 for a stake that it could not read
 */
export type StakeReader = (walletAddress: string, signal?: AbortSignal) => Promise<bigint>;
