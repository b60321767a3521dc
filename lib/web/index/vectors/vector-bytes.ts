/** The largest value of a signed byte. */
const MAX_BYTE = 127;

/**
 * A vector with one signed byte per dimension, its largest component as ±127. Its direction is all that a cosine needs,
 * and that is kept within some tenths of a percent.
 */
export function toVectorBytes(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest > 0 && Number.isFinite(largest) ? MAX_BYTE / largest : 0;
  return Int8Array.from(vector, (value) => Math.round(value * scale) || 0);
}
