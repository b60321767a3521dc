import { describe, expect, it } from 'vitest';
import { weightOf, weightOfAll } from './text-weight';
import { estimatePromptTokensHigh, estimateTokens } from './usage';

/** Texts, and their tokens as `o200k_base` and `cl100k_base` count them (counted with js-tiktoken 1.0). */
const SAMPLES: [script: string, text: string, o200k: number, cl100k: number][] = [
  [
    'English',
    'The ledger keeps every charge that a request has caused, and it never changes an entry once it was written. Whoever wants to know why the balance is what it is can read the entries in the order in which they came.',
    45,
    45,
  ],
  [
    'code',
    'export function sum(values: number[]): number {\n  let total = 0;\n  for (const value of values) {\n    total += value;\n  }\n  return total;\n}\n',
    37,
    37,
  ],
  [
    'German',
    'Die Straße führt über die Brücke, und wer früh genug aufsteht, hört die Vögel schon vor dem Frühstück. Natürlich gehört dazu etwas Glück, denn es regnet häufig während der kühlen Monate.',
    42,
    57,
  ],
  [
    'French',
    'L’été dernier, nous avons visité une île où les pêcheurs préparaient le dîner près du château. Ça m’a plu, même si la météo n’était pas très agréable à côté de la forêt.',
    44,
    58,
  ],
  [
    'Polish',
    'Wczoraj wieczorem poszliśmy na długi spacer wzdłuż rzeki, żeby zobaczyć zachód słońca. Później zjedliśmy kolację i rozmawialiśmy o książkach, które ostatnio przeczytaliśmy.',
    61,
    69,
  ],
  [
    'Vietnamese',
    'Hôm nay trời rất đẹp nên chúng tôi quyết định đi dạo quanh hồ. Mọi người đều vui vẻ và trò chuyện về những kế hoạch cho năm mới.',
    34,
    69,
  ],
  [
    'Russian',
    'Сегодня утром мы долго гуляли по набережной и разговаривали о том, как изменился город за последние годы. Погода была прекрасная, и никому не хотелось возвращаться домой.',
    41,
    76,
  ],
  [
    'Greek',
    'Σήμερα το πρωί περπατήσαμε στην παραλία και μιλήσαμε για τα σχέδια μας. Ο καιρός ήταν πολύ καλός και κανείς δεν ήθελε να γυρίσει στο σπίτι.',
    45,
    117,
  ],
  [
    'Hebrew',
    'הבוקר יצאנו לטיול ארוך לאורך החוף ודיברנו על התוכניות שלנו לשנה הבאה. מזג האוויר היה נפלא ואיש לא רצה לחזור הביתה.',
    45,
    108,
  ],
  [
    'Arabic',
    'خرجنا هذا الصباح في نزهة طويلة على طول الشاطئ وتحدثنا عن خططنا للعام القادم. كان الطقس رائعا ولم يرغب أحد في العودة إلى المنزل.',
    41,
    90,
  ],
  [
    'Hindi',
    'आज सुबह हम समुद्र तट पर लंबी सैर के लिए गए और अगले साल की योजनाओं के बारे में बात की। मौसम बहुत अच्छा था और कोई भी घर लौटना नहीं चाहता था।',
    41,
    141,
  ],
  ['Thai', 'เช้านี้เราไปเดินเล่นริมทะเลและพูดคุยเกี่ยวกับแผนการของเราในปีหน้า อากาศดีมากและไม่มีใครอยากกลับบ้าน', 40, 90],
  [
    'Chinese',
    '今天早上我们沿着海边散步，谈论明年的计划。天气非常好，没有人想回家。这座城市在过去几年里变化很大，许多老房子已经不见了。',
    46,
    72,
  ],
  [
    'traditional Chinese',
    '今天早上我們沿著海邊散步，談論明年的計畫。天氣非常好，沒有人想回家。這座城市在過去幾年裡變化很大，許多老房子已經不見了。',
    57,
    86,
  ],
  [
    'Japanese',
    '今朝は海岸沿いを長く散歩しながら、来年の計画について話し合いました。天気がとても良かったので、誰も家に帰りたがりませんでした。',
    48,
    69,
  ],
  [
    'Korean',
    '오늘 아침 우리는 해변을 따라 오래 산책하며 내년 계획에 대해 이야기했습니다. 날씨가 정말 좋아서 아무도 집에 돌아가고 싶어 하지 않았습니다.',
    39,
    80,
  ],
  ['emoji', '🦊🎉😀🚀🌍👩‍🚀🏳️‍🌈🍕🐙🧪🎻🏔️🥑🦉🛰️', 41, 57],
  [
    'typographic signs',
    'He said “yes” — and then… “no”. It’s the user’s choice – isn’t it? • one • two → three',
    29,
    29,
  ],
];

/** The same numbers from 0 up to 1 for the same seed, by a linear congruence. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const CHINESE = '今天早上我们沿着海边散步';

describe('the estimate of tokens', () => {
  it.each(SAMPLES)('of %s lies between two tokenizers, or close to them', (_, text, o200k, cl100k) => {
    const estimate = estimateTokens(weightOf(text));
    expect(estimate).toBeGreaterThanOrEqual(0.7 * Math.min(o200k, cl100k));
    expect(estimate).toBeLessThanOrEqual(1.5 * Math.max(o200k, cl100k));
  });

  it.each(SAMPLES)('of a prompt in %s is within what was held for it', (_, text) => {
    expect(estimateTokens(weightOf(text))).toBeLessThanOrEqual(estimatePromptTokensHigh(Buffer.byteLength(text), 1));
  });
});

describe('the weight', () => {
  it('of ASCII is its length, whatever the length', () => {
    for (const length of [0, 1, 4, 200_000, 200_001, 3_000_000]) {
      expect(weightOf('a'.repeat(length))).toBe(length);
      expect(weightOfAll(['a'.repeat(length), 'b'])).toBe(length + 1);
    }
  });

  it('of the pieces of a text is that of the text', () => {
    const text = 'Füchse 🦊 und 狐狸, лисы';
    expect(weightOfAll(Array.from({ length: text.length }, (_, at) => text.charAt(at)))).toBe(weightOf(text));
  });

  it('of long texts is sampled from all of their scripts', () => {
    const mixed = (CHINESE.repeat(1_000) + 'a'.repeat(12_000)).repeat(40);
    const exact = mixed.length * (1 + 1.75 / 2);
    expect(Math.abs(weightOf(mixed, randomOf(1)) / exact - 1)).toBeLessThan(0.1);
    const many = Array.from({ length: 9_600 }, (_, at) => (at % 2 === 0 ? CHINESE.repeat(8) : 'a'.repeat(96)));
    expect(Math.abs(weightOfAll(many, randomOf(1)) / (9_600 * 96 * (1 + 1.75 / 2)) - 1)).toBeLessThan(0.1);
  });

  it('of a text written for known slices is sampled elsewhere', () => {
    const length = 6_400_000;
    const each = 3_125;
    // ASCII where slices at equal distances would be, and the dearest characters in all other places.
    let text = '';
    for (let slice = 0; slice < 64; slice += 1) {
      const from = Math.floor((slice * (length - each)) / 63);
      text += '😀'.repeat(Math.floor((from - text.length) / 2)).padEnd(from - text.length, 'a') + 'a'.repeat(each);
    }
    const exact = length + 2.25 * (length - 64 * each);
    for (const seed of [1, 2, 3]) {
      expect(weightOf(text, randomOf(seed)) / exact).toBeGreaterThan(0.8);
      expect(weightOfAll([text], randomOf(seed)) / exact).toBeGreaterThan(0.8);
    }
    expect(weightOf(text)).not.toBe(length);
    // The slice at the end goes on at the beginning.
    expect(weightOf('😀'.repeat(150_000), () => 0.999)).toBe(300_000 * 3.25);
  });
});
