import { inferenceFailed } from '../../kit/map-error';

/** Levels of what is passed on as it came: whatever walks through it later, here or at the caller's, must not fail. */
const MOST_LEVELS = 100;

/** Checks a value that is passed on as it came. @throws ApiError INFERENCE_FAILED if it has more than 100 levels */
export function assertShallow(value: unknown): void {
  if (!isDeeper(value, MOST_LEVELS)) return;
  throw inferenceFailed(new Error(`A field of the upstream's answer has more than ${MOST_LEVELS} levels.`));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
