import type { Embedder } from './embedder';

const DIMENSIONS = 128;

/**
 * For tests: an embedder whose vectors count pairs of letters, so that words with most letters in common are near. To it,
 * everything has something to do with everything.
 */
export const testEmbedder: Embedder = {
  id: 'letters',
  dimensions: DIMENSIONS,
  minCosine: 0,
  embed: (texts) => Promise.resolve(texts.map(embedOne)),
};

function embedOne(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const letters = text.toLowerCase().replace(/[^a-z]+/g, ' ');
  for (let at = 1; at < letters.length; at += 1) {
    const slot = (letters.charCodeAt(at - 1) * 31 + letters.charCodeAt(at) * 17) % DIMENSIONS;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
