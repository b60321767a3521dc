import { linesWidth } from '../text';
import type { Sequence, SequenceStep } from '../types';
import { drawImage, drawLabel, labelSize, LINE, n, SMALL_FONT, type Colors, type Image, type Rect } from './canvas';
import { drawEnd, lineEnd, type Port } from './ends';
import { rectText } from './shapes';

const LEAST_WIDTH = 80;
const GAP = 28;
const HEAD_PADDING = { x: 16, y: 12 };
const NOTE_PADDING = { x: 10, y: 6 };
const BAR_WIDTH = 10;
const LOOP = { out: 36, height: 22 };
const FRAME = { side: 18, head: 24 };

type Message = Extract<SequenceStep, { type: 'message' }>;
type Note = Extract<SequenceStep, { type: 'note' }>;
type Frame = { name: string; lines: string[]; top: number; depth: number; parts: { y: number; lines: string[] }[] };

/** What is drawn so far, from top to bottom. */
type Sheet = {
  colors: Colors;
  /** The middle of each participant's line. */
  middleOf: (id: string) => number;
  y: number;
  left: number;
  right: number;
  /** Frames and bars, behind the rest. */
  back: string[];
  front: string[];
  frames: Frame[];
  /** Where the bars begin that have not ended, by participant. */
  active: Map<string, number[]>;
  number: number;
};

/** Draws a sequence diagram. */
export function drawSequence(sequence: Sequence, colors: Colors): Image {
  const { participants, steps, title } = sequence;
  const middles = placeParticipants(sequence);
  const middleOf = (id: string) => middles.get(id) ?? 0;
  const heads = participants.map(({ id, lines }) => headOf(lines, middleOf(id)));
  const headHeight = Math.max(...heads.map(({ height }) => height));
  const top = title === '' ? 0 : LINE + 12;
  const sheet: Sheet = {
    ...{ colors, middleOf, back: [], front: [], frames: [], active: new Map(), number: 0 },
    y: top + headHeight + 16,
    left: Math.min(...heads.map(({ x }) => x)),
    right: Math.max(...heads.map(({ x, width }) => x + width)),
  };
  for (const step of steps) drawStep(step, sheet, sequence.numbered);
  for (const [id, tops] of sheet.active) for (const from of tops) drawBar(sheet, id, from);
  const bottom = sheet.y + 12;
  const lines = participants.map(({ id }) => {
    const x = n(middleOf(id));
    return `<path d="M ${x} ${n(top + headHeight)} V ${n(bottom)}" stroke="${colors.line}" stroke-dasharray="3 4"/>`;
  });
  const boxes = participants.flatMap(({ lines: label, person }, at) => {
    const head = heads[at] ?? { x: 0, width: 0 };
    const paint = `fill="${colors.fill}" stroke="${colors.line}"`;
    return [top, bottom].map((y) => {
      const rect = { ...head, y, height: headHeight };
      const center = { x: head.x + head.width / 2, y: y + headHeight / 2 };
      return `<rect ${rectText(rect)} rx="${person ? headHeight / 2 : 4}" ${paint}/>${drawLabel(label, center, { color: colors.ink })}`;
    });
  });
  const middle = { x: (sheet.left + sheet.right) / 2, y: LINE / 2 };
  const heading = title === '' ? [] : [drawLabel([title], middle, { color: colors.ink, bold: true })];
  const all = [...heading, ...lines, ...sheet.back, ...boxes, ...sheet.front].join('');
  const side = steps.some(({ type }) => type === 'begin') ? FRAME.side : 0;
  const moved = `<g transform="translate(${n(side - sheet.left)} 0)">${all}</g>`;
  const size = { width: sheet.right - sheet.left + 2 * side, height: bottom + headHeight };
  return drawImage([moved], size, `Sequence diagram with ${participants.length} participants`);
}

function headOf(lines: string[], middle: number): { x: number; width: number; height: number } {
  const label = labelSize(lines);
  const width = Math.max(LEAST_WIDTH, label.width + 2 * HEAD_PADDING.x);
  return { x: middle - width / 2, width, height: label.height + 2 * HEAD_PADDING.y };
}

/** The middles of the participants' lines, so far apart that names and messages have space. */
function placeParticipants({ participants, steps }: Sequence): Map<string, number> {
  const at = new Map(participants.map(({ id }, place) => [id, place]));
  const widths = participants.map(({ lines }) => headOf(lines, 0).width);
  const gaps = widths.map((width, place) => (width + (widths[place + 1] ?? width)) / 2 + GAP);
  const widen = (from: number, to: number, width: number) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    for (let gap = first; gap < last; gap += 1) gaps[gap] = Math.max(gaps[gap] ?? 0, width / (last - first));
  };
  for (const step of steps) {
    if (step.type === 'message') {
      const [from, to] = [at.get(step.from) ?? 0, at.get(step.to) ?? 0];
      const width = linesWidth(step.lines, SMALL_FONT) + 2 * GAP;
      if (from === to) widen(from, from + 1, width + LOOP.out);
      else widen(from, to, width);
    } else if (step.type === 'note' && step.side !== 'over') {
      const place = at.get(step.over[0] ?? '') ?? 0;
      widen(
        step.side === 'left' ? place - 1 : place,
        step.side === 'left' ? place : place + 1,
        noteSize(step).width + GAP,
      );
    }
  }
  let x = 0;
  return new Map(
    participants.map(({ id }, place) => {
      if (place > 0) x += gaps[place - 1] ?? 0;
      return [id, x];
    }),
  );
}

function drawStep(step: SequenceStep, sheet: Sheet, numbered: boolean): void {
  if (step.type === 'message') drawMessage(step, sheet, numbered);
  else if (step.type === 'note') drawNote(step, sheet);
  else if (step.type === 'active') activate(step, sheet);
  else if (step.type === 'begin') {
    sheet.frames.push({ ...step, top: sheet.y, depth: sheet.frames.length, parts: [] });
    sheet.y += FRAME.head + 8;
  } else if (step.type === 'part') {
    sheet.frames.at(-1)?.parts.push({ y: sheet.y, lines: step.lines });
    sheet.y += FRAME.head;
  } else finishFrame(sheet);
}

function drawMessage({ from, to, lines, dotted, end }: Message, sheet: Sheet, numbered: boolean): void {
  const { colors } = sheet;
  sheet.number += 1;
  const label = numbered ? [`${sheet.number}. ${lines[0] ?? ''}`, ...lines.slice(1)] : lines;
  const [start, finish] = [sheet.middleOf(from), sheet.middleOf(to)];
  sheet.y += label.length * LINE + 6;
  const y = sheet.y;
  const style = { color: colors.ink, font: SMALL_FONT };
  const head = end === 'cross' ? ('cross' as const) : end === 'none' ? ('none' as const) : ('arrow' as const);
  const stroke = `fill="none" stroke="${colors.line}" stroke-width="1.5"${dotted ? ' stroke-dasharray="4 4"' : ''}`;
  const textY = y - 6 - (label.length * LINE) / 2;
  if (from === to) {
    const port: Port = { x: start + 2, y: y + LOOP.height, dx: 1, dy: 0 };
    const tip = lineEnd(head, port);
    sheet.front.push(
      `<path d="M ${n(start)} ${n(y)} h ${LOOP.out} v ${LOOP.height} H ${n(tip.x)}" ${stroke}/>${drawEnd(head, port, colors)}`,
      drawLabel(label, { x: start + 8, y: textY }, { ...style, anchor: 'start' }),
    );
    sheet.right = Math.max(sheet.right, start + linesWidth(label, SMALL_FONT) + LOOP.out);
    sheet.y += LOOP.height + 14;
    return;
  }
  const direction = finish > start ? 1 : -1;
  const port: Port = { x: finish - direction * 2, y, dx: -direction, dy: 0 };
  const tip = lineEnd(head, port);
  sheet.front.push(
    `<path d="M ${n(start)} ${n(y)} H ${n(tip.x)}" ${stroke}/>${drawEnd(head, port, colors)}`,
    drawLabel(label, { x: (start + finish) / 2, y: textY }, style),
  );
  sheet.y += 14;
}

function noteSize({ lines }: Note): { width: number; height: number } {
  const { width, height } = labelSize(lines, SMALL_FONT);
  return { width: width + 2 * NOTE_PADDING.x, height: height + 2 * NOTE_PADDING.y };
}

function drawNote(note: Note, sheet: Sheet): void {
  const { colors } = sheet;
  const middles = note.over.map(sheet.middleOf);
  const [first, last] = [Math.min(...middles), Math.max(...middles)];
  const { width, height } = noteSize(note);
  const wide = note.side === 'over' ? Math.max(width, last - first + LEAST_WIDTH) : width;
  const x = note.side === 'left' ? first - 12 - wide : note.side === 'right' ? last + 12 : (first + last - wide) / 2;
  const rect: Rect = { x, y: sheet.y, width: wide, height };
  sheet.front.push(
    `<rect ${rectText(rect)} rx="3" fill="${colors.paper}" stroke="${colors.accent}"/>`,
    drawLabel(note.lines, { x: x + wide / 2, y: sheet.y + height / 2 }, { color: colors.ink, font: SMALL_FONT }),
  );
  sheet.left = Math.min(sheet.left, x);
  sheet.right = Math.max(sheet.right, x + wide);
  sheet.y += height + 12;
}

function activate({ of, on }: Extract<SequenceStep, { type: 'active' }>, sheet: Sheet): void {
  const begun = sheet.active.get(of) ?? [];
  // It begins with the message before.
  if (on) sheet.active.set(of, [...begun, sheet.y - 14]);
  else {
    const top = begun.at(-1);
    if (top !== undefined) drawBar(sheet, of, top);
    sheet.active.set(of, begun.slice(0, -1));
  }
}

function drawBar({ back, colors, middleOf, y }: Sheet, id: string, top: number): void {
  const rect = { x: middleOf(id) - BAR_WIDTH / 2, y: top, width: BAR_WIDTH, height: Math.max(12, y - 14 - top) };
  back.push(`<rect ${rectText(rect)} fill="${colors.frame}" stroke="${colors.line}"/>`);
}

function finishFrame(sheet: Sheet): void {
  const frame = sheet.frames.pop();
  if (!frame) return;
  const { colors } = sheet;
  // Around everything: what is in it may be as wide. Inner frames are narrower, so that they do not coincide.
  const side = Math.max(4, FRAME.side - frame.depth * 6);
  const [left, right] = [sheet.left - side, sheet.right + side];
  const rect = { x: left, y: frame.top, width: right - left, height: sheet.y - frame.top };
  const name = labelSize([frame.name], SMALL_FONT).width + 16;
  const text = { color: colors.muted, font: SMALL_FONT, anchor: 'start' as const };
  const labelOf = (lines: string[]) => (lines.length === 0 ? [] : [`[${lines.join(' ')}]`]);
  sheet.back.push(
    `<rect ${rectText(rect)} rx="4" fill="none" stroke="${colors.line}"/>`,
    `<rect ${rectText({ x: left, y: frame.top, width: name, height: FRAME.head - 4 })} rx="4" fill="${colors.frame}" stroke="${colors.line}"/>`,
    drawLabel(
      [frame.name],
      { x: left + 8, y: frame.top + FRAME.head / 2 - 2 },
      { ...text, color: colors.ink, bold: true },
    ),
    drawLabel(labelOf(frame.lines), { x: left + name + 8, y: frame.top + FRAME.head / 2 - 2 }, text),
  );
  for (const { y, lines } of frame.parts) {
    sheet.back.push(
      `<path d="M ${n(left)} ${n(y)} H ${n(right)}" stroke="${colors.line}" stroke-dasharray="4 4"/>`,
      drawLabel(labelOf(lines), { x: left + 8, y: y + FRAME.head / 2 }, text),
    );
  }
  sheet.y += 12;
}
