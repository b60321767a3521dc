import { expect, it } from 'vitest';
import { drawDiagram } from '../draw-diagram';
import { readFlowchart } from '../read/flowchart';
import { statementsOf } from '../text';
import { arrange } from './nested';

/** Random numbers from 0 to 1 that are the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const DIRECTIONS = ['TD', 'BT', 'LR', 'RL'];

/** A flowchart with groups within groups, and edges between everything. */
function randomSource(seed: number): string {
  const random = randomFrom(seed);
  const lines = [`graph ${DIRECTIONS[seed % 4]}`];
  const ids: string[] = [];
  const fill = (depth: number): void => {
    const count = 1 + Math.floor(random() * 4);
    for (let at = 0; at < count; at += 1) {
      const id = `n${ids.length}`;
      ids.push(id);
      if (depth < 3 && random() < 0.3) {
        lines.push(`subgraph ${id} [Group ${'with a long title '.repeat(Math.floor(random() * 3))}]`);
        fill(depth + 1);
        lines.push('end');
      } else lines.push(`${id}[${'Label '.repeat(1 + Math.floor(random() * 6))}]`);
    }
  };
  fill(0);
  const pick = () => ids[Math.floor(random() * ids.length)] ?? 'n0';
  for (let at = 0; at < ids.length * 1.5; at += 1)
    lines.push(`${pick()} -->${random() < 0.3 ? '|text|' : ''} ${pick()}`);
  return lines.join('\n');
}

it('keeps everything inside its group, apart from its neighbors, and inside the whole', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const source = randomSource(seed);
    const graph = readFlowchart(statementsOf(source));
    const { rects, width, height } = arrange(graph);
    const containerOf = (id: string) => graph.nodes.get(id)?.group ?? graph.groups.get(id)?.parent ?? null;
    const all = [...graph.nodes.keys(), ...graph.groups.keys()];
    const rectOf = (id: string) => rects.get(id) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
    for (const id of all) {
      const inner = rectOf(id);
      const container = containerOf(id);
      const outer = container === null ? { x: 0, y: 0, width, height } : rectOf(container);
      expect(inner.x, source).toBeGreaterThanOrEqual(outer.x - 0.01);
      expect(inner.y).toBeGreaterThanOrEqual(outer.y - 0.01);
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 0.01);
      expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + 0.01);
      for (const other of all) {
        if (other === id || containerOf(other) !== container) continue;
        const beside = rectOf(other);
        const isApart =
          inner.x + inner.width <= beside.x + 0.01 ||
          beside.x + beside.width <= inner.x + 0.01 ||
          inner.y + inner.height <= beside.y + 0.01 ||
          beside.y + beside.height <= inner.y + 0.01;
        expect(isApart, source).toBe(true);
      }
    }
    expect(drawDiagram(source, false)?.svg, source).not.toMatch(/NaN|Infinity|undefined/);
  }
});
