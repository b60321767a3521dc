import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { IMAGE_STYLES } from '@/lib/core/image-styles';
import { type Scene, type Subject } from '../scene';
import { matchWords } from './match/match-words';
import { readScene } from './read-scene';

type Demand = { word: string; icons?: string[]; count?: number; color?: string; size?: string };
type BenchPrompt = Partial<Omit<Scene, 'subjects'>> & {
  prompt: string;
  objects: Demand[];
  relations: { from: string; kind: string; to: string }[];
  text?: string;
  style?: string;
};

const PROMPTS = JSON.parse(
  readFileSync(new URL('../../../../bench/images/prompts.json', import.meta.url), 'utf8'),
) as BenchPrompt[];

it('meets at least nine of ten demands of the bench', () => {
  const demands = PROMPTS.flatMap(demandsOf);
  const unmet = demands.filter(({ isMet }) => !isMet).map(({ what }) => what);
  expect(demands.length).toBeGreaterThan(200);
  expect(unmet.length / demands.length, unmet.join('\n')).toBeLessThanOrEqual(0.1);
});

it('has thirty prompts, of all relations and several styles', () => {
  expect(new Set(PROMPTS.map(({ prompt }) => prompt)).size).toBe(30);
  const styles = new Set<string>(IMAGE_STYLES.map(({ name }) => name));
  expect(PROMPTS.map(({ style }) => style).filter((style) => style && !styles.has(style))).toEqual([]);
  const kinds = PROMPTS.flatMap(({ relations }) => relations.map(({ kind }) => kind));
  expect(new Set(kinds).size).toBe(9);
});

type Checked = { what: string; isMet: boolean };

function demandsOf(demand: BenchPrompt): Checked[] {
  const { scene } = readScene(demand.prompt, { seed: 7 });
  const check = (what: string, isMet: boolean): Checked => ({ what: `${demand.prompt}: ${what}`, isMet });
  const checked = demand.objects.flatMap((object) => {
    const subjects = found(scene, object);
    const total = subjects.reduce((sum, { count }) => sum + count, 0);
    return [
      check(object.word, subjects.length > 0),
      ...(object.count ? [check(`${object.count} ${object.word}`, total === object.count)] : []),
      ...(object.color
        ? [
            check(
              `${object.color} ${object.word}`,
              subjects.every(({ color }) => color === object.color),
            ),
          ]
        : []),
      ...(object.size
        ? [
            check(
              `${object.size} ${object.word}`,
              subjects.every(({ size }) => size === object.size),
            ),
          ]
        : []),
    ];
  });
  for (const { from, kind, to } of demand.relations) {
    const targets = found(scene, { word: to }).map(({ id }) => id);
    const related = found(scene, { word: from }).some(
      ({ relation }) => relation?.kind === kind && targets.includes(relation.target),
    );
    checked.push(check(`${from} ${kind} ${to}`, related));
  }
  for (const name of ['place', 'time', 'weather', 'season', 'mood', 'backdrop'] as const) {
    if (demand[name] !== undefined) checked.push(check(`${name} ${demand[name]}`, scene[name] === demand[name]));
  }
  if (demand.text !== undefined) {
    checked.push(
      check(
        `text ${demand.text}`,
        scene.subjects.some(({ text }) => text === demand.text),
      ),
    );
  }
  return checked;
}

/** Subjects with the icon that the word itself stands for. */
function found(scene: Scene, { word, icons }: Demand): Subject[] {
  const [lexeme] = matchWords(`a ${word}`).slice(1);
  const meant =
    lexeme?.kind === 'known' && 'things' in lexeme.meaning ? lexeme.meaning.things.map(({ icon }) => icon) : [];
  const allowed = new Set([...meant, ...(icons ?? [])]);
  return scene.subjects.filter(({ icon, word: named }) => allowed.has(icon) || named.split(' ').includes(word));
}
