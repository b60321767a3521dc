/** Something to be named in a chart: what it is called, and what tells it from others of that name. */
export type Named = { name: string; hint: string };

/** A row of a chart has its day under this name. */
const TAKEN = 'date';

/**
 * One name for each, all of them different, in the order given: those who share a name get their hint behind it.
 * Names are the members of chart rows, so `date` is never one.
 */
export function distinctNames(items: readonly Named[]): string[] {
  const times = new Map([[TAKEN, 1]]);
  for (const { name } of items) times.set(name, (times.get(name) ?? 0) + 1);
  const isAlone = ({ name }: Named) => times.get(name) === 1;
  // Who is alone keeps the name, also where a hint would make another one's name the same.
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
