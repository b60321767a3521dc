/** Something with a size: `across` a rank, and `along` the direction of the edges. In pixels. */
export type Box = { id: string; across: number; along: number };

/** An edge between two boxes, whose label takes space of its own; none has a size of 0. */
export type Link = { from: string; to: string; label: { across: number; along: number } | null };

/** A point or the center of a box. */
export type Point = { across: number; along: number };

/** Where boxes are, by ID, what the edges pass from the start to the end, and where their labels are. */
export type Layout = {
  centers: Map<string, Point>;
  routes: { between: Point[]; label: Point | null }[];
  size: { across: number; along: number };
};

/** A box, or a bend of an edge that passes a rank. */
export type Item = Box & { rank: number; isBend: boolean };

/** Items by rank, in their order, and which items of neighboring ranks are connected. */
export type Ranked = { ranks: Item[][]; before: Map<string, Item[]>; after: Map<string, Item[]> };
