/** An item of a chart: its name, and what distinguishes it from others of the same name. */
export type Named = { name: string; hint: string };

/** The member of a chart row that contains its day. */
const TAKEN = 'date';

/**
 * A unique name for each item, in the given order: those that share a name get their hint appended. Names are members
 * of chart rows, so `date` is never one.
 */
export function distinctNames(items: readonly Named[]): string[] {
  const times = new Map([[TAKEN, 1]]);
  for (const { name } of items) times.set(name, (times.get(name) ?? 0) + 1);
  const isAlone = ({ name }: Named) => times.get(name) === 1;
  // Unique items keep their name, even if a hint would make another item's name the same.
  const used = new Set([TAKEN, ...items.filter(isAlone).map(({ name }) => name)]);
  return items.map((item) => {
    if (isAlone(item)) return item.name;
    const wanted = `${item.name} (${item.hint})`;
    let name = wanted;
    for (let count = 2; used.has(name); count += 1) name = `${wanted} ${count}`;
    used.add(name);
    return name;
  });
}
