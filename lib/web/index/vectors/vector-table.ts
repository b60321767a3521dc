/** Vectors per block: a table grows without copying what it has. */
const BLOCK = 4_096;

type Block = { ids: Int32Array; owners: Uint32Array; lengths: Float64Array; bytes: Int8Array; used: number };

/** A passage and its cosine with the query. */
type Hit = { id: number; cosine: number };

/** Vectors of signed bytes in memory. Nothing is ever removed from it: whoever uses it makes a new one. */
export type VectorTable = {
  /** Adds vectors, `bytes` one after another. @param owners numbers of accounts; 0 is everybody */
  add(ids: Int32Array, owners: Uint32Array, bytes: Int8Array): void;
  /** The nearest ones of everybody and of an owner by exact cosine, the nearest first. */
  search(query: Int8Array, owner: number, limit: number): Hit[];
};

/** Makes an empty table. */
export function makeVectorTable(dimensions: number): VectorTable {
  const blocks: Block[] = [];
  return {
    add: (ids, owners, bytes) => {
      for (let at = 0; at < ids.length; at += 1) {
        const last = blocks.at(-1);
        const block = last && last.used < BLOCK ? last : makeBlock(dimensions);
        if (block !== last) blocks.push(block);
        const vector = bytes.subarray(at * dimensions, (at + 1) * dimensions);
        block.bytes.set(vector, block.used * dimensions);
        block.ids[block.used] = ids[at] ?? 0;
        block.owners[block.used] = owners[at] ?? 0;
        block.lengths[block.used] = lengthOf(vector);
        block.used += 1;
      }
    },
    search: (query, owner, limit) => {
      const length = lengthOf(query);
      const hits: Hit[] = [];
      if (length === 0 || limit < 1) return hits;
      for (const block of blocks) scan(block, query, { owner, limit, length }, hits);
      return hits;
    },
  };
}

function makeBlock(dimensions: number): Block {
  return {
    ids: new Int32Array(BLOCK),
    owners: new Uint32Array(BLOCK),
    lengths: new Float64Array(BLOCK),
    bytes: new Int8Array(BLOCK * dimensions),
    used: 0,
  };
}

function scan(
  { ids, owners, lengths, bytes, used }: Block,
  query: Int8Array,
  { owner, limit, length }: { owner: number; limit: number; length: number },
  hits: Hit[],
): void {
  let least = hits.length < limit ? -Infinity : (hits.at(-1)?.cosine ?? -Infinity);
  for (let at = 0; at < used; at += 1) {
    const of = owners[at];
    if (of !== 0 && of !== owner) continue;
    const cosine = product(bytes, at * query.length, query) / ((lengths[at] ?? 0) * length);
    if (!(cosine > least)) continue;
    insert(hits, { id: ids[at] ?? 0, cosine }, limit);
    if (hits.length === limit) least = hits.at(-1)?.cosine ?? -Infinity;
  }
}

/** Keeps hits in order and within their limit. */
function insert(hits: Hit[], hit: Hit, limit: number): void {
  let at = hits.length;
  while (at > 0 && (hits[at - 1]?.cosine ?? 0) < hit.cosine) at -= 1;
  hits.splice(at, 0, hit);
  if (hits.length > limit) hits.pop();
}

/** The scalar product, with integers of 32 bits: 127² times some hundreds of dimensions is far below their limit. */
function product(bytes: Int8Array, from: number, query: Int8Array): number {
  const whole = query.length - (query.length % 4);
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    one = (one + (bytes[from + at] as number) * (query[at] as number)) | 0;
    two = (two + (bytes[from + at + 1] as number) * (query[at + 1] as number)) | 0;
    three = (three + (bytes[from + at + 2] as number) * (query[at + 2] as number)) | 0;
    four = (four + (bytes[from + at + 3] as number) * (query[at + 3] as number)) | 0;
  }
  for (let at = whole; at < query.length; at += 1) one += (bytes[from + at] as number) * (query[at] as number);
  return one + two + three + four;
}

function lengthOf(vector: Int8Array): number {
  return Math.sqrt(product(vector, 0, vector));
}
