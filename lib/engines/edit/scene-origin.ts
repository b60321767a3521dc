/** From what a composed picture was made, edits of its pixels included: those are repeated when it is composed again. */
import { readEdit } from './read/read-edit';
import type { SceneSource } from './recompose';
import type { EditPart, EditStep } from './step';

/** What composed a picture, and how its pixels were edited since, with the size in pixels in which it was composed. */
export type SceneOrigin = SceneSource & { edits?: { prompt: string; width: number; height: number } };

/** A composed picture that is edited: its size is in pixels. */
export type EditedScene = SceneOrigin & { width: number; height: number };

const MAX_EDITS_CHARACTERS = 4_000;

/** The steps of earlier edits; null if they cannot be read, because the file is from somebody else. */
export function earlierSteps({ edits }: SceneOrigin): EditStep[] | null {
  if (edits === undefined) return [];
  return edits.prompt.length > MAX_EDITS_CHARACTERS ? null : stepsOf(edits.prompt);
}

/**
 * The origin of a picture after further edits of its pixels.
 * @param source what it was composed from last
 * @param parts instructions about its pixels
 * @param sizing the size or ratio that the request asks for besides
 * @returns null if words alone cannot repeat the edits: they need other images, or are too many
 */
export function originAfter(
  scene: EditedScene,
  source: SceneSource,
  parts: readonly EditPart[],
  sizing: { width: number; height: number; isSize: boolean } | null,
): SceneOrigin | null {
  const { edits, width, height } = scene;
  const size = sizing && `crop to ${sizing.width}${sizing.isSize ? 'x' : ':'}${sizing.height}`;
  const before = edits ? [edits.prompt] : [];
  const prompt = [...before, ...parts.map(({ clause }) => clause), ...(size === null ? [] : [size])].join('; ');
  if (prompt === '') return source;
  const steps = [...(earlierSteps(scene) ?? []), ...parts.flatMap((part) => part.steps), ...stepsOf(size ?? '')];
  if (prompt.length > MAX_EDITS_CHARACTERS || steps.some(needsImage)) return null;
  // What is read from the words again must be the same.
  if (JSON.stringify(stepsOf(prompt)) !== JSON.stringify(steps)) return null;
  return { ...source, edits: { prompt, width: edits?.width ?? width, height: edits?.height ?? height } };
}

function stepsOf(prompt: string): EditStep[] {
  return readEdit(prompt).parts.flatMap(({ steps }) => steps);
}

function needsImage(step: EditStep): boolean {
  if (step.kind === 'background') return step.to.type === 'image';
  return step.kind === 'collage' || step.kind === 'place' || step.kind === 'blend';
}
