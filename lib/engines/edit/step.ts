/**
 * The steps of an edit, between reading instructions (`read/`) and working on pixels (`child/`). All measures are
 * relative to the image, so that a step means the same at every size.
 */
import type { ImageStyleName } from '../../core/image-styles';

/** A color, 0…255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A corner, an edge, or the center. */
export type Anchor =
  'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';

/** What can be adjusted gradually; each is -1…1, and 0 changes nothing. */
export type ToneName = 'brightness' | 'contrast' | 'saturation' | 'warmth' | 'hue' | 'fade';

/** Filters with a strength, 0…1. */
export type FilterName =
  | 'black and white'
  | 'sepia'
  | 'invert'
  | 'sharpen'
  | 'blur'
  | 'vignette'
  | 'grain'
  | 'posterize'
  | 'pixelate'
  | 'edges'
  | 'emboss'
  | 'night'
  | 'sunset'
  | 'vintage'
  | 'denoise';

/** What the background becomes. Images are numbered from 0. */
export type NewBackground =
  { type: 'transparent' } | { type: 'color'; color: Rgb } | { type: 'blur' } | { type: 'image'; image: number };

/** One step of an edit. */
export type EditStep =
  | { kind: 'tone'; tone: ToneName; amount: number }
  | { kind: 'filter'; filter: FilterName; amount: number }
  | { kind: 'style'; style: ImageStyleName }
  /** Gives everything, or everything that has the first color, the second color. */
  | { kind: 'recolor'; from?: Rgb; to: Rgb }
  /** `width` and `height` of the ratio; the largest such part, at the anchor. */
  | { kind: 'crop-to-ratio'; width: number; height: number; anchor: Anchor }
  /** Shares of the image, 0…1. */
  | { kind: 'crop'; left: number; top: number; width: number; height: number }
  /** Clockwise, 1…359. */
  | { kind: 'rotate'; degrees: number }
  | { kind: 'flip'; axis: 'horizontal' | 'vertical' }
  /** Pixels; an absent one follows from the other. `isExact` allows to distort the image. */
  | { kind: 'resize'; width?: number; height?: number; isExact: boolean }
  /** 0.01…8 */
  | { kind: 'scale'; factor: number }
  /** `share` of the shorter side, 0…0.5, or so many pixels. */
  | { kind: 'border'; color: Rgb; share?: number; pixels?: number }
  /** `share` of the shorter side, 0…0.5; 0.5 makes a square a circle. */
  | { kind: 'round-corners'; share: number }
  /** `size` is the height of the letters as a share of the image's, 0.01…0.5. */
  | { kind: 'text'; text: string; anchor: Anchor; color: Rgb; size: number }
  | { kind: 'background'; to: NewBackground }
  /** Puts another image onto the base; `share` is its width as a share of the base's, 0.02…1. */
  | { kind: 'place'; image: number; anchor: Anchor; share: number }
  /** Puts images into one, in their order: all, or those that are listed by number. */
  | { kind: 'collage'; layout: 'row' | 'column' | 'grid'; images?: readonly number[] }
  /** Mixes another image into the base, 0…1. */
  | { kind: 'blend'; image: number; amount: number };

/** A change of a picture that this service composed: it is drawn again from another prompt. */
export type SceneChange =
  | { kind: 'add'; what: string }
  | { kind: 'remove'; what: string }
  | { kind: 'replace'; what: string; by: string }
  /** A time of day, weather, season, or place (`at night`, `in winter`). */
  | { kind: 'set'; what: string }
  | { kind: 'describe'; what: string; as: string };

/** One instruction of a prompt. */
export type EditPart = {
  /** As the prompt has it, for messages. */
  clause: string;
  /** What to do with pixels, in order; empty if only a composed picture can be changed that way. */
  steps: EditStep[];
  /** How to change a picture that this service composed; it is preferred to `steps` there. */
  change?: SceneChange;
};

/** What a prompt asks for, in order, and the clauses that were not understood. */
export type EditReading = { parts: EditPart[]; unread: string[] };
