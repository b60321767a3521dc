import { type Flank, type RelationKind, type Side, type SubjectColor, type SubjectSize } from '../../scene';
import { type Tone } from '../icons/people-icons';
import { type Gender, type Setting, type Thing } from '../meaning';

/** Something that the prompt asks for, with its relation to another one. */
export type Mention = {
  icon: string;
  word: string;
  count: number;
  size: SubjectSize;
  color?: SubjectColor;
  text?: string;
  relation?: { kind: RelationKind; target: Mention; flank?: Flank };
  /** Whether it was named as the target of a relation: then it is not the subject of a following verb. */
  isTarget: boolean;
  /** Whether it belongs to the target of its relation: "a table with a cup". */
  isOwned: boolean;
  /** Who holds or wears it. */
  holder?: Mention;
  /** What it was joined to: with "and", or by a comma alone. */
  joined?: { to: Mention; byAnd: boolean };
  /** Whether a place brought it along: a bedroom has a bed. */
  isImplied?: boolean;
  /** Whether it only stands for an idea. */
  isAbstract: boolean;
  isAsleep?: boolean;
  /** On which side of the picture it is. */
  side?: Side;
};

/** What stands before a noun. */
export type Modifiers = {
  colors: SubjectColor[];
  count?: number;
  size?: SubjectSize;
  definite?: boolean;
  gender?: Gender;
  tone?: Tone;
  activity?: string;
  text?: string;
};

/** A relation whose target has not been read yet. Without a source, the source follows: "on the table is a cat". */
export type OpenRelation = {
  kind: RelationKind | 'with' | 'wearing';
  source?: Mention;
  isVerb: boolean;
  /** On which side of its target the source is. */
  flank?: Flank;
  /** Whether the source is in the middle of its targets: "a cat between two dogs". */
  isBetween?: boolean;
};

/** A word that is ruled out, and what it means. */
export type RuledOut = {
  word: string;
  things: Thing[];
  setting: Setting;
  /** Whether it is a color or a part of a body: icons have them, and are drawn whole. */
  isDetail?: boolean;
};

/** What has been read of a prompt. It is changed while the prompt is read. */
export type Reading = {
  mentions: Mention[];
  settings: Setting[];
  /** Settings of words that stand for ideas: "freedom" is in the sky. */
  ideas: Setting[];
  backdrop?: SubjectColor;
  isPlain: boolean;
  /** What is not to be there. */
  excluded: RuledOut[];
  excludesText: boolean;
  /** Whether a word for text was read: in a negative prompt, it rules text out. */
  namesText: boolean;
  notDrawn: Set<string>;
  modifiers: Modifiers;
  /** Modifiers that wait for the noun of others: "two red and one blue balloon". */
  waiting: Modifiers[];
  open?: OpenRelation;
  front?: { kind: RelationKind; target: Mention; flank?: Flank };
  /** The last mention of the sentence, and of the prompt. */
  last?: Mention;
  lastOfAll?: Mention;
  join?: 'and' | 'comma';
  /** The side of what follows: "on the left, a cat". */
  side?: Side;
  /** What was named before a colon: "Dogs: three dogs" are three. */
  titles: Mention[];
  isNegated: boolean;
  /** How many a plural means after "a field of". */
  plenty: boolean;
  /** Unknown words that may be a noun. */
  unknown: string[];
  /** Whether the word before was a place. */
  afterPlace: boolean;
  /** Whether "flying" was read: kites are then held. */
  isFlying: boolean;
};

/** A reading of nothing yet. */
export function newReading(): Reading {
  return {
    mentions: [],
    settings: [],
    ideas: [],
    isPlain: false,
    excluded: [],
    excludesText: false,
    namesText: false,
    notDrawn: new Set(),
    modifiers: { colors: [] },
    waiting: [],
    titles: [],
    isNegated: false,
    plenty: false,
    unknown: [],
    afterPlace: false,
    isFlying: false,
  };
}
