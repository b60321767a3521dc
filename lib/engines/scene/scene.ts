/**
 * A scene: what a prompt asks for, in terms that the drawing side (`draw/`) knows. `read/` makes it from a prompt.
 * Positions are not in it but for sides that the prompt names: the drawing side places what stands where.
 */

import type { SceneryName } from './scenery';

/** Where it is. `plain` is a quiet backdrop for prompts that name no place. */
export type Place =
  | 'plain'
  | 'meadow'
  | 'forest'
  | 'mountains'
  | 'beach'
  | 'sea'
  | 'underwater'
  | 'desert'
  | 'city'
  | 'village'
  | 'street'
  | 'room'
  | 'kitchen'
  | 'space'
  | 'sky'
  | 'snow'
  | 'garden'
  | 'jungle'
  | 'lake'
  | 'farm';

/** Time of day. */
export type TimeOfDay = 'dawn' | 'day' | 'sunset' | 'night';
/** Weather. */
export type Weather = 'clear' | 'cloudy' | 'rain' | 'storm' | 'snow' | 'fog' | 'wind' | 'rainbow';
/** Season of the year. */
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
/** Mood: it shifts palette and light. */
export type Mood = 'calm' | 'cheerful' | 'gloomy' | 'mysterious' | 'romantic' | 'dramatic' | 'dreamy';

/** How large something is, compared with its usual size. */
export type SubjectSize = 'tiny' | 'small' | 'normal' | 'large' | 'huge';

/** Colors that subjects can be given. */
export type SubjectColor =
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'teal'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'black'
  | 'white'
  | 'gray'
  | 'gold'
  | 'silver';

/**
 * Where in the picture something is, from the viewer's side. `elsewhere` is wherever there is space once everything
 * named before has its place.
 */
export type Side = 'left' | 'middle' | 'right' | 'elsewhere';

/** On which side of another thing something is, from the viewer's side. */
export type Flank = 'left' | 'right';

/** How a subject stands to another one. */
export type RelationKind =
  'on' | 'under' | 'beside' | 'behind' | 'in_front_of' | 'in' | 'riding' | 'holding' | 'flying_over';

/** Something in the picture. */
export type Subject = {
  /** Its index in the scene's list. */
  id: number;
  /** Name of its icon in the Fluent Emoji set (`red-apple`), or of a drawing of our own (`own:sign`, in `draw/`). */
  icon: string;
  /** What the prompt calls it, for the description of what was drawn. */
  word: string;
  /** 1…24. */
  count: number;
  size: SubjectSize;
  color?: SubjectColor;
  /** Text on it, for signs, banners, and the like; at most 120 characters. */
  text?: string;
  /** Of those whose icon is awake. */
  isAsleep?: boolean;
  /** To an earlier or later subject; `flank` says on which side of it what is beside it stands. */
  relation?: { kind: RelationKind; target: number; flank?: Flank };
  /** Where it is with everything related to it, if the prompt says so. */
  side?: Side;
};

/** A whole scene. */
export type Scene = {
  subjects: Subject[];
  place: Place;
  time: TimeOfDay;
  weather: Weather;
  /** Absent if the prompt names none: then it follows from the place. */
  season?: Season;
  mood?: Mood;
  /** What the prompt says of the sky: without it, a clear sky has a few clouds, and no sun on days of winter. */
  sky?: 'cloudless' | 'sunny';
  /** What the place, the weather, and the time of day would draw by themselves, and the prompt rules out. */
  without?: readonly SceneryName[];
  /** Words of which an abstract composition is made, because they name nothing that can be drawn. */
  motif?: string;
  /** The color that the prompt asks for as background, in scenes without a place. */
  backdrop?: SubjectColor;
};

/**
 * A field that was followed in part only: the prompt if nothing of it was understood, or if a sign cannot have all of its
 * text; either one if something is there that it rules out.
 */
export type UnmetField = 'prompt' | 'negative_prompt';

/** What was drawn, for the metadata of the file and for people who ask why a picture looks as it does. */
export type SceneDescription = Omit<Scene, 'subjects'> & { subjects: string[]; notDrawn: string[] };
