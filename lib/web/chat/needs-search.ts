/** How much of a question is read: a longer one brings its own text along. */
const MAX_READ_CHARACTERS = 2_000;
/** Texts longer than this are mostly material to work on. */
const LONG_CHARACTERS = 1_200;
/** The score from which a question is searched for. */
const ENOUGH = 2;

/** Evidence for or against a search. The weights are added up; a sign counts once, however often it occurs. */
type Sign = { weight: number; pattern: RegExp };

const SIGNS: readonly Sign[] = [
  // Asking for a search, a page, or an address.
  {
    weight: 4,
    pattern:
      /\b(search (?:for|the web|online)|google|look (?:it |this |that )?up|look up|on the (?:web|internet)|online|find (?:me|out)\b|(?:give|send|show) me (?:a |the )?links?|official (?:site|website|page|documentation)|sources? for)\b/u,
  },
  // What changes from day to day.
  {
    weight: 3,
    pattern:
      /\b(latest|newest|most recent|recent|recently|breaking|news|headlines|trending|updates? (?:on|about)|what'?s new|new release|changelog|as of|at the moment|right now|currently|up to date|so far|these days|nowadays|yet)\b/u,
  },
  {
    weight: 2,
    pattern:
      /\b(current|today|tonight|yesterday|tomorrow|now|this (?:week|weekend|month|year|season|morning|evening)|last (?:night|week|month|year|season)|next (?:week|month|year|season)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/u,
  },
  {
    weight: 3,
    pattern:
      /\b(weather|forecast|temperature (?:in|outside)|exchange rate|stock (?:market|price)s?|stocks?|share price|inflation rate|interest rates?|bitcoin|ethereum|crypto price|standings|score of|scoreboard|election results?|traffic|strikes?|outage|opening hours|open(?:ing)? times?|timetable|box office|in theaters|release date|comes? out|showtimes)\b/u,
  },
  {
    weight: 2,
    pattern:
      /\b(prices?|cheapest|cheap|costs?|how much (?:is|does|are)|worth|buy|deals?|discount|in stock|flights?|hotels?|tickets?|concerts?|restaurants?|visa|phone number|address of|directions|reviews?|rumou?rs?|people (?:are )?saying|ranking|best (?:\w+ )?(?:laptops?|phones?|cameras?|cars?|place|places|restaurants?))\b/u,
  },
  {
    weight: 2,
    pattern:
      /\b(who (?:is|are|leads|runs|heads|owns|won|got)|did|has|have|when (?:is|does|will)|is there|are there|is the \w+ (?:open|down|available)|which (?:countries|movies|teams))\b.*\b(?:ceo|president|prime minister|chancellor|champion|prize|award|game|match|launch\w*|next|season|new|qualified|force|open|down|released?|formula|league|cup)\b/u,
  },
  {
    weight: 1,
    pattern:
      /\b(ceo|president|prime minister|chancellor|mayor|governor|world cup|olympics|nobel prize|oscars?|championship|version|website|population|studies)\b/u,
  },
  // Work on something that is in the message, or that the model makes.
  {
    weight: -3,
    pattern:
      /^(?:please |can you |could you |now )*(?:write|rewrite|rephrase|paraphrase|translate|summari[sz]e|proofread|correct|fix|debug|refactor|shorten|continue|complete|draft|compose|create|generate|make|turn|convert|solve|calculate|compute|simplify|act as|pretend|imagine|brainstorm|pick|define|explain|draw|design|invent|implement|code|format|sort|tell me a)\b/u,
  },
  {
    weight: -2,
    pattern:
      /\b(poem|story|essay|joke|haiku|song|lyrics|recursion|function|regex|regular expression|algorithm|script|unit tests?|derivative|integral|equation|synonyms?|mean|meaning of|difference between|pros and cons|step by step)\b/u,
  },
  {
    weight: -3,
    pattern:
      /^(?:hi|hello|hey|thanks|thank you|good (?:morning|evening|night)|ok|okay|yes|no|great|i (?:feel|am|think|want|need)|let'?s)\b/u,
  },
  { weight: -4, pattern: /```|(?:^|\n)\s*(?:def|class|import|function|const|let|var|#include|select)\s|[{};]\s*\n/u },
];

const YEAR = /\b(20\d\d)\b/gu;
const YEAR_WEIGHT = 3;

/**
 * Whether a question is likely to need the web: it asks for what changes, for a particular place or product, or for a
 * search. Decided by words alone, mostly English ones; a question in another language is only searched for if it
 * names a year that is not over. `npm run bench -- web-auto` measures it.
 * @param year the current one
 */
export function needsSearch(question: string, year: number): boolean {
  if (question.length > LONG_CHARACTERS) return false;
  const text = question.slice(0, MAX_READ_CHARACTERS).toLowerCase().replaceAll('’', "'").trim();
  const score = SIGNS.reduce((sum, { weight, pattern }) => (pattern.test(text) ? sum + weight : sum), 0);
  const isOfLate = [...text.matchAll(YEAR)].some(([found]) => Number(found) >= year);
  return score + (isOfLate ? YEAR_WEIGHT : 0) >= ENOUGH;
}
