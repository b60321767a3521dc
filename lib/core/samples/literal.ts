const WIDTH = 88;

/** How a language writes values. */
export type Notation = {
  text: (text: string) => string;
  constant: (value: boolean | null) => string;
  member: (name: string) => string;
  step: string;
  /** Padding inside braces on one line, and the comma after the last member on separate lines. */
  pad: '' | ' ';
  lastComma: '' | ',';
};

/** A JSON value as a literal of a language: on one line if it is short, else one member per line. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'boolean' || value === null) return notation.constant(value);
  // JSON has no other numbers: one that a user's schema makes too large is sent as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return notation.constant(null);
  if (typeof value !== 'object') return String(value);
  const inner = indent + notation.step;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const partsAt = (indent: string) =>
    Array.isArray(value)
      ? value.map((item) => literal(item, notation, indent))
      : Object.entries(value).map(([name, item]) => `${notation.member(name)}: ${literal(item, notation, indent)}`);
  const parts = partsAt(inner);
  const pad = Array.isArray(value) || parts.length === 0 ? '' : notation.pad;
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`;
  if (!line.includes('\n') && indent.length + line.length < WIDTH) return line;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}${notation.lastComma}\n${indent}${close}`;
}

const JSON_NOTATION: Notation = {
  text: (text) => JSON.stringify(text),
  constant: String,
  member: (name) => JSON.stringify(name),
  step: '  ',
  pad: '',
  lastComma: '',
};

/** JSON as a person would write it: short parts are on one line. */
export function jsonText(value: unknown): string {
  return literal(value, JSON_NOTATION);
}
