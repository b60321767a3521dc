import { processState } from '../../platform/process-state';
import { embedTexts } from '../embed/embed-texts';
import { namedIcons } from './read/scene-icons';

/** Who asks, and until when. */
type By = { account: string; signal: AbortSignal };

type Label = { icon: string; vector: Float32Array };

/** Below this similarity, two words have too little in common to be drawn as one another. */
const MIN_SIMILARITY = 0.5;
/** Each costs a few milliseconds of the embedding model. */
const MAX_WORDS = 8;

/**
 * For nouns that no table knows, the icons of the nearest meaning: a capybara is drawn as a beaver. The same words always
 * have the same icons.
 * @param nouns unknown words or phrases of a prompt, lowercase; the first 8 count
 * @returns icons by the last word of each noun; nouns without a near icon are absent
 * @throws ApiError as `embedTexts`
 */
export async function iconsByMeaning(nouns: readonly string[], by: By): Promise<Record<string, string>> {
  const asked = nouns.slice(0, MAX_WORDS);
  if (asked.length === 0) return {};
  const [all, wanted] = await Promise.all([labels(), embedTexts({ texts: asked, ...by })]);
  const found = asked.flatMap((noun, at): [string, string][] => {
    const vector = wanted[at]?.vector;
    const nearest = vector && nearestOf(all, vector);
    return nearest && nearest.similarity >= MIN_SIMILARITY ? [[noun.split(' ').at(-1) ?? noun, nearest.icon]] : [];
  });
  return Object.fromEntries(found);
}

/** The names of all icons with their vectors: made at the first use, in a second or two of processor time. */
function labels(): Promise<Label[]> {
  const state = processState<{ ready?: Promise<Label[]> }>('scene.labels', () => ({}));
  state.ready ??= makeLabels().catch((error: unknown) => {
    delete state.ready;
    throw error;
  });
  return state.ready;
}

async function makeLabels(): Promise<Label[]> {
  const icons = namedIcons();
  const made = await embedTexts({ texts: icons.map((icon) => icon.replaceAll('-', ' ')) });
  return icons.flatMap((icon, at) => (made[at] ? [{ icon, vector: made[at].vector }] : []));
}

function nearestOf(all: readonly Label[], vector: Float32Array): { icon: string; similarity: number } | undefined {
  return all.reduce<{ icon: string; similarity: number } | undefined>((best, label) => {
    const similarity = label.vector.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
    return best && best.similarity >= similarity ? best : { icon: label.icon, similarity };
  }, undefined);
}
