/** For tests: a text in an encoding of one or two bytes per character. @throws Error for a character that it does not have */
export function encodeAs(encoding: string, text: string): Buffer {
  const bytes = tableOf(encoding);
  const encoded = [...text].map((character) => {
    const found = bytes.get(character);
    if (found === undefined) throw new Error(`${encoding} has no ${character}.`);
    return found;
  });
  return Buffer.from(encoded.flat());
}

const tables = new Map<string, Map<string, number[]>>();

function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const decoded = decoder.decode(Uint8Array.from(bytes));
    if ([...decoded].length === 1 && decoded !== '\ufffd' && !table.has(decoded)) table.set(decoded, bytes);
  };
  for (let first = 0; first < 256; first += 1) add([first]);
  for (let first = 0x81; first < 256; first += 1) {
    for (let second = 0x40; second < 256; second += 1) add([first, second]);
  }
  tables.set(encoding, table);
  return table;
}
