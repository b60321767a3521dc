import { describe, expect, it } from 'vitest';
import { decodeText } from '../decode-text';
import { detectEncoding } from './detect-encoding';
import { encodeAs } from './test-encode';

const JAPANESE =
  '港の潮位は毎日変わります。満潮の時刻は表で確認してください。\n船に乗る前に、天気予報を必ず見ることが大切です。チケットは窓口で買えます。\n';
const CHINESE =
  '港口的潮汐每天都在变化，请在表中查看高潮的时间。\n上船之前一定要看天气预报，因为海上的天气变得很快。船票可以在窗口购买。\n';
const TAIWANESE =
  '港口的潮汐每天都在變化，請在表中查看滿潮的時間。\n上船之前一定要看天氣預報，因為海上的天氣變得很快。船票可以在窗口購買。\n';
const KOREAN =
  '항구의 조위는 매일 변합니다. 만조 시간은 표에서 확인하십시오.\n배를 타기 전에 일기 예보를 꼭 보는 것이 중요합니다.\n';
const RUSSIAN =
  'Уровень воды в порту меняется каждый день. Время прилива указано в таблице.\nПеред выходом в море обязательно посмотрите прогноз погоды.\n';
const UKRAINIAN =
  'Рівень води в порту змінюється щодня. Час припливу вказано в таблиці.\nПеред виходом у море обов’язково перегляньте прогноз погоди.\n';

const TEXTS: [encoding: string, text: string][] = [
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['gb18030', CHINESE],
  ['big5', TAIWANESE],
  ['euc-kr', KOREAN],
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['ibm866', RUSSIAN],
  ['iso-8859-5', RUSSIAN],
  ['windows-1251', UKRAINIAN],
];

describe.each(TEXTS)('a text in %s', (encoding, text) => {
  it('is read', () => {
    const bytes = encodeAs(encoding, text);
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes, 10_000)).toEqual({ text, isCut: false });
  });

  it('is read among much of ASCII, from the Windows line ends on', () => {
    const mixed = `${'# A comment in a program\r\n'.repeat(5_000)}// ${text.replaceAll('\n', '\r\n')}\r\nreturn 0;\r\n`;
    expect(decodeText(encodeAs(encoding, mixed), 1_000_000)).toEqual({ text: mixed, isCut: false });
  });

  it('is read right or not at all if it is short', () => {
    const outcomes = text.split(/(?<=[。，,.\n])/).map((part) => {
      const decoded = decodeText(encodeAs(encoding, part), 10_000);
      return 'problem' in decoded ? decoded.problem : decoded.text === part ? 'right' : `wrong: ${decoded.text}`;
    });
    expect(outcomes.filter((outcome) => outcome.startsWith('wrong'))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'right').length).toBeGreaterThan(outcomes.length / 2);
  });
});

it.each([
  'Die Größe der Änderung läßt sich für die Straße nicht prüfen.',
  'L’été où le garçon a mangé des crêpes à la forêt, c’était déjà très agréable à Noël.',
  'El niño y la señora pidieron más café; ¿cuándo llegará el camión? ¡Qué lástima!',
  'La città è più bella di così, perché c’è già la libertà.',
  'A ação não tem solução; é só questão de atenção e de coração.',
  'På sjön såg vi en båt där någon åt köttbullar och gräddtårta.',
  '“Smart quotes” — and a price of 12 €…',
  'naïve',
  'Größe',
])('%j stays Western', (text) => {
  const bytes = Buffer.from([...text].map((character) => WINDOWS[character] ?? character.charCodeAt(0)));
  expect(decodeText(bytes, 1_000)).toEqual({ text, isCut: false });
});

const WINDOWS: Record<string, number> = { '€': 0x80, '…': 0x85, '’': 0x92, '“': 0x93, '”': 0x94, '—': 0x97 };

it.each([
  ['windows-1253', 'Η στάθμη του νερού στο λιμάνι αλλάζει κάθε μέρα.'],
  ['windows-1255', 'מפלס המים בנמל משתנה בכל יום ויום.'],
  ['windows-1256', 'يتغير مستوى الماء في الميناء كل يوم.'],
  ['windows-874', 'ระดับน้ำในท่าเรือเปลี่ยนแปลงทุกวัน'],
])('does not take a text in %s for another one', (encoding, text) => {
  expect(decodeText(encodeAs(encoding, text), 1_000)).toEqual({ problem: 'unclear_encoding' });
});

it('reads UTF-8 of which a few bytes are damaged', () => {
  const bytes = Buffer.concat([Buffer.from(RUSSIAN), Buffer.from([0xd0, 0x20, 0xff]), Buffer.from(RUSSIAN)]);
  expect(decodeText(bytes, 10_000)).toEqual({ text: `${RUSSIAN}\ufffd \ufffd${RUSSIAN}`, isCut: false });
});

it('leaves out a character that is cut off at the end', () => {
  const decoded = decodeText(encodeAs('shift_jis', JAPANESE.repeat(20)).subarray(0, 1_201), 301);
  expect('text' in decoded && JAPANESE.repeat(20).startsWith(decoded.text)).toBe(true);
});

it('takes little time for hostile bytes', () => {
  const lines = Buffer.from('\xe0\n'.repeat(2_000_000), 'latin1');
  const line = Buffer.alloc(4_000_000, 0xe0);
  const late = Buffer.concat([Buffer.alloc(4_000_000, 0x61), Buffer.from([0xe0])]);
  const began = performance.now();
  for (const bytes of [lines, line, late]) detectEncoding(bytes);
  expect(performance.now() - began).toBeLessThan(3_000);
});
