/** What a drawing of our own is painted with. */
export type Paint = {
  /** Its main color, and what light and shade make of it. */
  main: string;
  light: string;
  dark: string;
  /** Text on it; empty if there is none. */
  text: string;
  /** A prefix for the ids of its definitions. */
  id: string;
};

/** A drawing of our own: elements in a box of its own units, whose lower edge stands on the ground. */
export type OwnDrawing = {
  width: number;
  height: number;
  /** Its main color if the prompt names none, `#rrggbb`. */
  color: string;
  draw: (paint: Paint) => string;
};
