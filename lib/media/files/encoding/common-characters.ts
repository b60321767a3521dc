/** The most frequent characters of languages, by which a text is known from garbage: in a wrong encoding they are rare. */

const SIMPLIFIED =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运号';

const TRADITIONAL =
  '這個們來為國說時會對於著過發後裡種經麼學現當沒動還進樣開從實軍無與長機關點業將兩間問並應戰頭體見產給門兒東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽卻達強難權設記類據邊張該規萬覺術領確傳師觀讓識帶導爭運號';

/** Forms and words of Japanese that the two lists lack. */
const KANJI =
  '気変発経関対実図検索込円歳県駅町村京都朝夜昼晩今週曜語英店買食飲読書聞話待駐車庫料約束準備確認説明案内予定連絡客様会議資料作業担当部署変更削除追加利用登録画面表示保存設定開始終了必要可能以外場合方法内容結果問題重要';

/** Common syllables of Korean. */
const HANGUL =
  '이다는의에가을를고하지로은한도사기서시대자인어나라있것수리그들여해아일부정전보과으만장스제구성상주유소오조년신와우경게원무동용공모비위거안치세개방법문관생활적말니까습요없었되며면때두더같또중내명분등연학교국민후계화력입합했않통행현실회음';

/** Letters that make up three quarters of a text in Russian, and much of one in other languages with Cyrillic letters. */
const CYRILLIC = 'оеаинтсрвлкмі';

const HAN = new Set([...SIMPLIFIED, ...TRADITIONAL]);
const JAPANESE = new Set([...HAN, ...KANJI]);
const KOREAN = new Set(HANGUL);
const RUSSIAN = new Set([...CYRILLIC, ...CYRILLIC.toUpperCase()]);

/** A script: its frequent characters. */
export type Script = 'chinese' | 'japanese' | 'korean' | 'cyrillic';

/** Whether a character is frequent in texts of a script. */
export const IS_COMMON: Readonly<Record<Script, (character: string) => boolean>> = {
  chinese: (character) => HAN.has(character),
  // Hiragana and katakana, without the halfwidth forms, as which many other bytes can be read.
  japanese: (character) => (character >= '\u3041' && character <= '\u30fe') || JAPANESE.has(character),
  korean: (character) => KOREAN.has(character),
  cyrillic: (character) => RUSSIAN.has(character),
};
