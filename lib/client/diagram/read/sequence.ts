import { NotDrawn } from '../graph-builder';
import { labelLines } from '../text';
import { MAX_NODES, MAX_STEPS, type Sequence, type SequenceStep } from '../types';

/** The longer arrows first. The second member is whether the line is dotted, the third what is at its end. */
const ARROWS: [arrow: string, dotted: boolean, end: Extract<SequenceStep, { type: 'message' }>['end']][] = [
  ['<<-->>', true, 'arrow'],
  ['<<->>', false, 'arrow'],
  ['-->>', true, 'arrow'],
  ['->>', false, 'arrow'],
  ['--x', true, 'cross'],
  ['-x', false, 'cross'],
  ['--)', true, 'open'],
  ['-)', false, 'open'],
  ['-->', true, 'none'],
  ['->', false, 'none'],
];
const FRAME = /^(loop|alt|opt|par|critical|break|rect|box)\b\s*(.*)$/;

/** Reads a sequence diagram. @throws NotDrawn */
export function readSequence(statements: readonly string[]): Sequence {
  const sequence: Sequence = { kind: 'sequence', title: '', participants: [], steps: [], numbered: false };
  const open: string[] = [];
  for (const statement of statements.slice(1)) readStatement(statement, sequence, open);
  while (open.pop() !== undefined) sequence.steps.push({ type: 'finish' });
  if (sequence.participants.length === 0) throw new NotDrawn('nothing to draw');
  return sequence;
}

/** @param open the frames around the statement; those that are not drawn have no name */
function readStatement(statement: string, sequence: Sequence, open: string[]): void {
  const { steps } = sequence;
  if (steps.length >= MAX_STEPS) throw new NotDrawn('too many steps');
  if (/^autonumber\b/.test(statement)) sequence.numbered = true;
  const title = /^title:?\s+(.*)$/.exec(statement);
  if (title) sequence.title = title[1] ?? '';
  if (title || /^(autonumber|link|links|create|destroy|accTitle|accDescr)\b/.test(statement)) return;
  const declared = /^(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(statement);
  if (declared) return void participant(sequence, declared[2] ?? '', declared[3], declared[1] === 'actor');
  const frame = FRAME.exec(statement);
  if (frame) {
    const [, name = '', label = ''] = frame;
    const isDrawn = name !== 'rect' && name !== 'box';
    open.push(isDrawn ? name : '');
    if (isDrawn) steps.push({ type: 'begin', name, lines: label === '' ? [] : labelLines(label) });
    return;
  }
  const part = /^(else|and|option)\b\s*(.*)$/.exec(statement);
  if (part && open.at(-1)) return void steps.push({ type: 'part', lines: part[2] ? labelLines(part[2]) : [] });
  if (statement === 'end') return void (open.pop() && steps.push({ type: 'finish' }));
  const active = /^(de)?activate\s+(.+)$/.exec(statement);
  if (active) return void steps.push({ type: 'active', of: participant(sequence, active[2] ?? ''), on: !active[1] });
  const note = /^note\s+(left of|right of|over)\s+([^:]+):\s*(.*)$/i.exec(statement);
  if (note) return readNote(note, sequence);
  readMessage(statement, sequence);
}

function readNote([, where = '', names = '', text = '']: string[], sequence: Sequence): void {
  const over = names.split(',').map((name) => participant(sequence, name));
  const side = where.toLowerCase().startsWith('left')
    ? 'left'
    : where.toLowerCase().startsWith('right')
      ? 'right'
      : 'over';
  sequence.steps.push({ type: 'note', over, side, lines: labelLines(text) });
}

function readMessage(statement: string, sequence: Sequence): void {
  const colon = statement.indexOf(':');
  const head = colon < 0 ? statement : statement.slice(0, colon);
  const text = colon < 0 ? '' : statement.slice(colon + 1);
  const found = ARROWS.map((arrow) => ({ arrow, at: head.indexOf(arrow[0]) })).find(({ at }) => at > 0);
  if (!found) throw new NotDrawn(`no message: ${statement.slice(0, 40)}`);
  const [name, dotted, end] = found.arrow;
  const after = head.slice(found.at + name.length).trim();
  const from = participant(sequence, head.slice(0, found.at));
  const to = participant(sequence, after.replace(/^[+-]/, ''));
  const lines = text.trim() === '' ? [] : labelLines(text);
  sequence.steps.push({ type: 'message', from, to, lines, dotted, end });
  if (after.startsWith('+')) sequence.steps.push({ type: 'active', of: to, on: true });
  if (after.startsWith('-')) sequence.steps.push({ type: 'active', of: from, on: false });
}

/** The ID of a participant, who is added if not known yet. */
function participant(sequence: Sequence, name: string, label?: string, person = false): string {
  const id = name.trim().replace(/@\{[^}]*\}$/, '');
  if (id === '') throw new NotDrawn('no participant');
  if (sequence.participants.some((one) => one.id === id)) return id;
  if (sequence.participants.length >= MAX_NODES) throw new NotDrawn('too many participants');
  sequence.participants.push({ id, lines: labelLines(label ?? id), person });
  return id;
}
