import { readScene } from './read-scene';

/**
 * A scene in one line, for tables of expectations:
 * `cat*3/orange^small on>1, own:sign"OPEN" | forest night rain winter calm | NOT gizmo`.
 */
export function summaryOf(prompt: string, negativePrompt?: string): string {
  const { scene, notDrawn } = readScene(prompt, { seed: 1, ...(negativePrompt !== undefined && { negativePrompt }) });
  const { subjects, without: _, motif, ...setting } = scene;
  const things = subjects.map(({ icon, count, color, size, text, relation, isAsleep, side }) =>
    [
      icon,
      count > 1 ? `*${count}` : '',
      color ? `/${color}` : '',
      size === 'normal' ? '' : `^${size}`,
      isAsleep ? '~asleep' : '',
      text === undefined ? '' : `"${text}"`,
      side === undefined ? '' : `@${side}`,
      relation ? ` ${relation.flank ? `${relation.flank} of` : relation.kind}>${relation.target}` : '',
    ].join(''),
  );
  const parts = [
    things.join(', ') || 'nothing',
    [...Object.values(setting), ...(motif === undefined ? [] : ['abstract'])].join(' '),
  ];
  if (notDrawn.length > 0) parts.push(`NOT ${notDrawn.join('; ')}`);
  return parts.join(' | ');
}
