import {
  type Flank,
  type Mood,
  type Place,
  type RelationKind,
  type Side,
  type Season,
  type SubjectColor,
  type SubjectSize,
  type TimeOfDay,
  type Weather,
} from '../scene';
import { type Tone } from './icons/people-icons';

/** A thing that a word stands for. */
export type Thing = {
  /** Name of an icon or of a drawing of our own. */
  icon: string;
  /** How many of it one such word means: 1…24. */
  count: number;
  color?: SubjectColor;
  size?: SubjectSize;
};

/** What words mean for where and when the scene is. */
export type Setting = {
  /** A place that the prompt names. */
  place?: Place;
  /** A place that a word only suggests: it counts if none is named. */
  weakPlace?: Place;
  time?: TimeOfDay;
  weather?: Weather;
  season?: Season;
  mood?: Mood;
  sky?: 'cloudless' | 'sunny';
};

/** Gender of a person, as the icons' names begin. */
export type Gender = 'man' | 'woman';

/** What a word or phrase means. `things` may come with a setting, and a setting with things. */
export type Meaning =
  | { kind: 'things'; things: Thing[]; setting: Setting; abstract?: boolean }
  | { kind: 'setting'; things: Thing[]; setting: Setting }
  /** Something that the subject of the clause then holds: "fishing". */
  | { kind: 'held'; things: Thing[]; setting: Setting }
  | { kind: 'color'; color: SubjectColor; noun?: Thing[] }
  | { kind: 'size'; size: SubjectSize }
  | { kind: 'count'; count: number }
  | { kind: 'preposition'; relation: RelationKind; flank?: Flank }
  | { kind: 'verb'; relation: RelationKind }
  | { kind: 'side'; side: Side }
  | { kind: 'activity'; role: string }
  | { kind: 'gender'; gender: Gender }
  | { kind: 'tone'; tone: Tone }
  | { kind: 'article'; definite: boolean }
  | Plain<
      'wearing' | 'with' | 'pronoun' | 'join' | 'negation' | 'backdrop' | 'adjective' | 'skip' | 'picture' | 'body'
    >;

/** Meanings that are nothing but their kind. */
type Plain<Kind> = Kind extends string ? { kind: Kind } : never;

/** A piece of a prompt with its meaning. */
export type Lexeme =
  | { kind: 'known'; meaning: Meaning; word: string; plural: boolean }
  | { kind: 'unknown'; word: string }
  /** Text in quotation marks that is to be on a sign. */
  | { kind: 'text'; text: string }
  /** Punctuation: `ends` is whether it ends the sentence, as a colon does, which ends a title. */
  | { kind: 'break'; ends: boolean; isColon?: boolean };
